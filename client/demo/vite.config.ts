import { fileURLToPath } from "node:url";

import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

const server = process.env["TILEMELD_SERVER"] ?? "127.0.0.1:8102";

const proxy = {
  "/api": { target: `http://${server}`, changeOrigin: true, headers: { origin: `http://${server}` } },
  "/ws": { target: `ws://${server}`, ws: true, changeOrigin: true, headers: { origin: `http://${server}` } },
};
const page = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

/** Serves the demo pages for work on the board; the product's build does not know them. */
export default defineConfig({
  root: page(".."),
  plugins: [svelte()],
  server: { proxy },
  preview: { proxy },
  build: {
    target: "es2022",
    emptyOutDir: true,
    rollupOptions: { input: [page("index.html"), page("table.html"), page("layout.html")] },
  },
});
