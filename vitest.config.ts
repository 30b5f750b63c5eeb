import { globSync, readFileSync, statfsSync } from "node:fs";
import { availableParallelism } from "node:os";
import path from "node:path";
import { defineConfig } from "vitest/config";
import { hasPostgresql } from "./test/support/databases/postgresql.ts";
import { LongestFirst } from "./test/support/longest-first.ts";

// Processes reuse each other's compiled code, which halves the start time of the programs that tests start.
process.env["NODE_COMPILE_CACHE"] ??= path.resolve("node_modules/.cache/compiled");

// Tests write many thousand small files, mostly of databases, which takes ten times as long on a disk as in memory.
const MEMORY_DISK = "/dev/shm";
if (freeBytes(MEMORY_DISK) > 4e9) process.env["TMPDIR"] ??= MEMORY_DISK;

/** Unit tests that load models, or compute for seconds. */
const SLOW_TESTS = "**/*.slow.test.ts";

const EXCLUDED = ["**/node_modules/**", "**/build/**", "**/data/**", "**/.work/**"];

/** Far more than any test or hook takes, so that none fails on a busy machine. */
const HUNG_AFTER_MS = 240_000;
const TIMEOUTS = {
  testTimeout: HUNG_AFTER_MS,
  hookTimeout: HUNG_AFTER_MS,
  expect: { poll: { timeout: 60_000 } },
};

/** A build on a busy machine. */
const IMAGE_HUNG_AFTER_MS = 3_600_000;

function freeBytes(place: string): number {
  try {
    const { bavail, bsize } = statfsSync(place);
    return bavail * bsize;
  } catch {
    return 0;
  }
}

const UNITS = {
  ...TIMEOUTS,
  // They share no state, and a process for each would double their time.
  isolate: false,
};
/** Settings of tests that start servers, programs, embedded databases and browsers. */
const SERVERS = {
  ...TIMEOUTS,
  // Node loads the product in each process by itself, as it does for users. Vite would transform it for all of them in one
  // process, for which they wait.
  experimental: { viteModuleRunner: false },
  globalSetup: "test/support/shared/start-shared.ts",
  // They end what they start, and a process for each would load the product and compile PGlite again.
  isolate: false,
  // Optimising PGlite's code costs each process a second and 600 MB, which pays off for few files. With a heap that may
  // double between two garbage collections, tests with much audio collect a fifth as often.
  execArgv: ["--liftoff-only", "--heap-growing-percent=100"],
};
const INTEGRATION_TESTS = ["test/integration/**/*.test.ts", "test/browser/**/*.test.ts"];
/** Endurance tests, models on much data, and all variants of a case; `npm test` has a short case for each of them. */
const LONG_TESTS = "**/*.long.test.ts";
/** Tests that measure the times of a whole system, and so need the machine to themselves. */
const ALONE_TESTS = "**/*.alone.test.ts";
/** Tests that build the container image, which installs all packages, and run it. */
const IMAGE_TESTS = "**/*.image.test.ts";

/** The database that suites run on first: PostgreSQL takes half the time of PGlite, but must be installed. */
const quickDatabase = hasPostgresql() ? "PostgreSQL" : "PGlite";
const otherDatabase = quickDatabase === "PGlite" ? "PostgreSQL" : "PGlite";

/** Returns the files whose suites run on either database, found by their content so that no list has to name them. */
function filesOnDatabase(): string[] {
  return globSync("test/integration/**/*.test.ts").filter((file) =>
    /describeWithOne(Database|Unmigrated)\(/.test(readFileSync(file, "utf8")),
  );
}

export default defineConfig({
  test: {
    // A file with real servers uses the CPU four fifths of its time and waits the rest: four workers keep two cores busy.
    maxWorkers: Math.max(4, availableParallelism()),
    sequence: { sequencer: LongestFirst },
    // `npm run test:quick` runs `unit` and `structure`; `npm test` adds `slow` and `integration`; `npm run test:long` runs
    // the others, and `npm run test:image` the last one.
    projects: [
      {
        test: {
          name: "unit",
          include: ["**/*.test.ts"],
          exclude: [...EXCLUDED, SLOW_TESTS, LONG_TESTS, "test/{browser,integration,structure}/**"],
          ...UNITS,
        },
      },
      {
        test: {
          name: "slow",
          include: [SLOW_TESTS],
          exclude: EXCLUDED,
          ...UNITS,
          provide: { lengths: "short" },
        },
      },
      {
        test: {
          name: "structure",
          include: ["test/structure/**/*.test.ts"],
          ...UNITS,
        },
      },
      {
        test: {
          name: "integration",
          include: INTEGRATION_TESTS,
          exclude: [...EXCLUDED, LONG_TESTS, ALONE_TESTS, IMAGE_TESTS],
          ...SERVERS,
          provide: { lengths: "short", suiteDatabase: quickDatabase },
        },
      },
      {
        test: {
          name: "long",
          include: [LONG_TESTS],
          exclude: EXCLUDED,
          ...SERVERS,
          provide: { lengths: "long", suiteDatabase: quickDatabase },
        },
      },
      {
        test: {
          name: "alone",
          include: [ALONE_TESTS],
          exclude: EXCLUDED,
          ...SERVERS,
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
          provide: { lengths: "long", suiteDatabase: quickDatabase },
        },
      },
      {
        test: {
          name: "other-database",
          include: filesOnDatabase(),
          exclude: [LONG_TESTS, ALONE_TESTS],
          ...SERVERS,
          provide: { lengths: "all", suiteDatabase: otherDatabase },
        },
      },
      {
        test: {
          name: "image",
          include: [IMAGE_TESTS],
          exclude: EXCLUDED,
          ...SERVERS,
          testTimeout: IMAGE_HUNG_AFTER_MS,
          hookTimeout: IMAGE_HUNG_AFTER_MS,
          provide: { lengths: "long", suiteDatabase: quickDatabase },
        },
      },
    ],
  },
});
