import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

/** The built client lands inside the Python package, which serves it. */
export default defineConfig({
  plugins: [svelte()],
  build: { outDir: "../src/tilemeld/server/static", emptyOutDir: true, target: "es2022" },
  server: {
    fs: { allow: [".."] },
    proxy: { "/api": "http://127.0.0.1:8000", "/ws": { target: "ws://127.0.0.1:8000", ws: true } },
  },
  test: { environment: "jsdom", include: ["src/**/*.test.ts", "tests/**/*.test.ts"] },
});
