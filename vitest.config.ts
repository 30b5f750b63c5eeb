import { globSync, readFileSync, statfsSync } from "node:fs";
import { availableParallelism } from "node:os";
import path from "node:path";
import { defineConfig } from "vitest/config";
import { hasPostgresql } from "./test/support/databases/postgresql.ts";
import { LongestFirst } from "./test/support/longest-first.ts";

// What one process has compiled the next takes over: the programs that tests start begin in half the time.
process.env["NODE_COMPILE_CACHE"] ??= path.resolve("node_modules/.cache/compiled");

// Tests lay down many thousand small files, databases above all, which a disk takes ten times as long for as memory does.
const MEMORY_DISK = "/dev/shm";
if (freeBytes(MEMORY_DISK) > 4e9) process.env["TMPDIR"] ??= MEMORY_DISK;

/** Unit tests that load models, or compute for seconds. */
const SLOW_TESTS = "**/*.slow.test.ts";

const EXCLUDED = ["**/node_modules/**", "**/build/**", "**/data/**", "**/.work/**"];

/** Far more than any test takes, or what comes before and after it, so that a busy machine fails none. */
const HUNG_AFTER_MS = 240_000;
const PATIENCE = {
  testTimeout: HUNG_AFTER_MS,
  hookTimeout: HUNG_AFTER_MS,
  expect: { poll: { timeout: 60_000 } },
};

function freeBytes(place: string): number {
  try {
    const { bavail, bsize } = statfsSync(place);
    return bavail * bsize;
  } catch {
    return 0;
  }
}

const UNITS = {
  ...PATIENCE,
  // They keep nothing between them, and a process for each would take as long again as they do.
  isolate: false,
};
/** What starts servers, programs, embedded databases and browsers. */
const SERVERS = {
  ...PATIENCE,
  globalSetup: "test/support/shared/start-shared.ts",
  // They end what they start, and each process would load the product, and compile PGlite, anew.
  isolate: false,
  // To optimise PGlite's code costs each process a second and 600 MB, which few files earn back. A heap that may double
  // between two collections is collected a fifth as often where much audio passes through.
  execArgv: ["--liftoff-only", "--heap-growing-percent=100"],
};
const INTEGRATION_TESTS = ["test/integration/**/*.test.ts", "test/browser/**/*.test.ts"];
/** What endures, what models make of much, and what is looked at in every way; for each of them `npm test` has a short case. */
const LONG_TESTS = "**/*.long.test.ts";

/** What suites above the database run on first: a PostgreSQL takes half the time of PGlite, which needs no package. */
const quickDatabase = hasPostgresql() ? "PostgreSQL" : "PGlite";
const otherDatabase = quickDatabase === "PGlite" ? "PostgreSQL" : "PGlite";

/** Files whose suites stand above the database: they run on either, and there is no need to say which they are. */
function filesAboveDatabase(): string[] {
  return globSync("test/integration/**/*.test.ts").filter((file) =>
    /describeWithOne(Database|Unmigrated)\(/.test(readFileSync(file, "utf8")),
  );
}

export default defineConfig({
  test: {
    // A file with real servers computes four fifths of its time and waits the rest: four keep two cores busy.
    maxWorkers: Math.max(4, availableParallelism()),
    sequence: { sequencer: LongestFirst },
    // `npm run test:quick` runs `unit` and `structure`, `npm test` these, `slow` and `integration`, `npm run test:long` the others.
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
          exclude: [...EXCLUDED, LONG_TESTS],
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
          name: "other-database",
          include: filesAboveDatabase(),
          exclude: [LONG_TESTS],
          ...SERVERS,
          provide: { lengths: "all", suiteDatabase: otherDatabase },
        },
      },
    ],
  },
});
