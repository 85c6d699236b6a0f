import { fileURLToPath } from "node:url";

import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

const server = process.env["TILEMELD_SERVER"] ?? "127.0.0.1:8102";

/** Serves the demo pages for work on the board; the product's build does not know them. */
export default defineConfig({
  root: fileURLToPath(new URL("..", import.meta.url)),
  plugins: [svelte()],
  server: {
    proxy: {
      "/api": { target: `http://${server}`, changeOrigin: true, headers: { origin: `http://${server}` } },
      "/ws": { target: `ws://${server}`, ws: true, changeOrigin: true, headers: { origin: `http://${server}` } },
    },
  },
  build: { target: "es2022", rollupOptions: { input: fileURLToPath(new URL("index.html", import.meta.url)) } },
});
