import { defineConfig, mergeConfig } from "vitest/config";

import site from "./vite.config.ts";

/** The tests of the client. They stand apart from the build, which needs nothing but Vite and Svelte. */
export default mergeConfig(
  site,
  defineConfig({
    // tests draw components as a browser does
    resolve: { conditions: ["browser"] },
    // machines are busy at times: a test that hangs is told from one that is slow
    test: {
      environment: "jsdom",
      testTimeout: 60_000,
      include: ["src/**/*.test.ts", "tests/**/*.test.ts"],
      // tests measure the colours of these sheets
      css: { include: [/\/src\/style\//] },
    },
  }),
);
