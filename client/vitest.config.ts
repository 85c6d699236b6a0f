import { defineConfig, mergeConfig } from "vitest/config";

import site from "./vite.config.ts";

/** With jsdom shared it missed its sounds in one of two runs; why is not known. */
const ALONE = "tests/screens/tournament/wall/Wall.test.ts";

/** The tests of the client. They stand apart from the build, which needs nothing but Vite and Svelte. */
export default mergeConfig(
  site,
  defineConfig({
    // tests draw components as a browser does
    resolve: { conditions: ["browser"] },
    test: {
      environment: "jsdom",
      // machines are busy at times: what hangs is told from what is slow
      testTimeout: 60_000,
      hookTimeout: 60_000,
      projects: [
        {
          // each file has globals and modules of its own, but jsdom is loaded once for each thread, not for each file
          extends: true,
          test: { name: "shared", pool: "vmThreads", include: ["tests/**/*.test.ts"], exclude: [ALONE] },
        },
        { extends: true, test: { name: "alone", include: [ALONE] } },
      ],
      // tests measure the colours of these sheets
      css: { include: [/\/src\/style\//] },
    },
  }),
);
