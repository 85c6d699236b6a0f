import { svelte } from "@sveltejs/vite-plugin-svelte";
import { readFileSync, writeFileSync } from "node:fs";

import { defineConfig, type Plugin } from "vite";

import { shell } from "./shell.ts";
import { typeface } from "./typeface.ts";

/**
 * Tells the service worker what this build is made of: pages that are loaded when they are wanted work without a network, too. The
 * list changes with every build, so browsers notice the new worker by themselves.
 */
function listAssets(): Plugin {
  return {
    name: "list-assets",
    apply: "build",
    writeBundle({ dir = "" }, bundle) {
      const path = `${dir}/sw.js`;
      const names = Object.keys(bundle)
        .filter((name) => name.startsWith("assets/"))
        .map((name) => `/${name}`)
        .sort();
      const text = readFileSync(path, "utf8");
      const filled = text.replace("const ASSETS = [];", `const ASSETS = ${JSON.stringify(names)};`);
      if (filled === text) throw new Error("public/sw.js has no place for the list of assets");
      writeFileSync(path, filled);
    },
  };
}

/** What several screens share and the start page does not show: it is loaded with the first of them. */
const LATER =
  /\/src\/(components\/(rules\/|controls\/(NumberField|wrongFields|Stepper|ScoreTable|ReasonDialog)|people\/Phrase|tiles\/(EmptyState|TilePalette))|browser\/(haptics|sound)|lobby\/(latestPhrases|sayings))/;
/** What most screens are made of comes in one part instead of thirty small ones: each is a request with headers of its own. Only tables and the solver need what reads typed tiles. */
const ROOMS =
  /node_modules|\/src\/(browser|components|connection|lobby|rules)\/|\/src\/(words|generated\/words)\/(?!boardText|eventsText|phrases|planText)[A-Za-z.]+$/;
const SHARED = (id: string) => ROOMS.test(id) && !LATER.test(id);

/** The built client lands inside the Python package, which serves it. */
export default defineConfig({
  plugins: [svelte(), typeface(), shell(), listAssets()],
  build: {
    outDir: "../src/tilemeld/server/static",
    emptyOutDir: true,
    target: "es2022",
    rolldownOptions: {
      output: { codeSplitting: { groups: [{ name: "shared", test: SHARED, minShareCount: 3 }] } },
    },
  },
  server: {
    fs: { allow: [".."] },
    proxy: { "/api": "http://127.0.0.1:8000", "/ws": { target: "ws://127.0.0.1:8000", ws: true } },
  },
});
