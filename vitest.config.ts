import { defineConfig } from "vitest/config";

const excluded = ["**/node_modules/**", "**/build/**", "**/data/**", "**/.work/**"];

export default defineConfig({
  test: {
    // Two cores, real servers and real models: more files side by side only make each other late.
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: "unit",
          include: ["**/*.test.ts"],
          exclude: [...excluded, "test/**"],
        },
      },
      {
        test: {
          name: "integration",
          include: ["test/integration/**/*.test.ts"],
          exclude: excluded,
          testTimeout: 60_000,
          hookTimeout: 240_000,
        },
      },
      {
        test: {
          name: "browser",
          include: ["test/browser/**/*.test.ts"],
          exclude: excluded,
          testTimeout: 60_000,
          hookTimeout: 240_000,
        },
      },
    ],
  },
});
