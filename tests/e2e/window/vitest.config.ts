import { defineConfig } from "vitest/config";

/** The real window, one test file at a time; each has its own driver and data folder. */
export default defineConfig({
  test: {
    environment: "node",
    include: ["**/*.test.ts"],
    fileParallelism: false,
    testTimeout: 120_000,
    hookTimeout: 60_000,
    retry: 0,
  },
});
