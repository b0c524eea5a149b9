import react from "@vitejs/plugin-react";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

export default defineConfig({
  base: "./",
  plugins: [react()],
  resolve: { alias: { "@": fileURLToPath(new URL("./src", import.meta.url)) } },
  clearScreen: false,
  server: { port: 1420, strictPort: true, host: "127.0.0.1" },
  build: { target: "es2022", chunkSizeWarningLimit: 1200 },
  test: {
    environment: "jsdom",
    setupFiles: [fileURLToPath(new URL("./src/testing/setup.ts", import.meta.url))],
    restoreMocks: true,
    css: false,
    include: ["src/**/*.test.{ts,tsx}"],
    testTimeout: 40_000,
    maxWorkers: 2,
  },
});
