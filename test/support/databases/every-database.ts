import { join } from "node:path";

import { afterAll, beforeAll, describe, inject } from "vitest";

import { initialiseEmbedded, initialiseUnmigrated, type System } from "./embedded-database.ts";
import {
  hasPostgresql,
  installPostgresql,
  type PostgresqlServer,
  startPostgresql,
} from "./postgresql.ts";
import { sharedDatabase, sharedUnmigratedDatabase } from "../shared/shared.ts";
import { type TemporaryDirectory, temporaryDirectory } from "../temporary-directory.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Where suites of one database run; see vitest.config.ts. */
    suiteDatabase: "PGlite" | "PostgreSQL";
  }
}

/** Where a new and empty database can be opened, in the terms of the settings. */
export interface EmptyDatabase {
  /** Undefined for the embedded database. */
  readonly url: string | undefined;
  /** A DATA_DIR of its own. */
  readonly dataDirectory: string;
}

/** Gives a new database each time, for the monitor unless another system is named. */
export type NewDatabase = (system?: System) => Promise<EmptyDatabase>;

/**
 * Declares one suite twice, on PGlite and on the PostgreSQL server that all files share, for what each of them does in its own way:
 * whose statements wait for whose, and how it is away; the tables are there.
 */
export function describeWithEveryDatabase(
  title: string,
  suite: (empty: NewDatabase) => void,
): void {
  describeOnPglite(title, suite, initialiseEmbedded);
  describeOnSharedPostgresql(title, suite, sharedDatabase);
}

/**
 * Declares one suite on the database of the project that runs it, for all others: PostgreSQL, where it is installed,
 * for `npm test`, and PGlite for `npm run test:long`; without it the other way round. The tables are
 * there.
 */
export function describeWithOneDatabase(title: string, suite: (empty: NewDatabase) => void): void {
  if (inject("suiteDatabase") === "PGlite") describeOnPglite(title, suite, initialiseEmbedded);
  else describeOnSharedPostgresql(title, suite, sharedDatabase);
}

/** The same without any tables, for what upgrades a whole database. */
export function describeWithOneUnmigrated(
  title: string,
  suite: (empty: NewDatabase) => void,
): void {
  if (inject("suiteDatabase") === "PGlite") describeOnPglite(title, suite, initialiseUnmigrated);
  else describeOnSharedPostgresql(title, suite, sharedUnmigratedDatabase);
}

/** Returns whether what only stands on a database has PGlite: like the suites of its project, and in commands that are no tests. */
export function standsOnPglite(): boolean {
  return process.env["VITEST"] === undefined || inject("suiteDatabase") === "PGlite";
}

/** A new database whose directory goes with it. */
export type OwnDatabase = EmptyDatabase & AsyncDisposable;

/**
 * Gives a system a database of its own, with its tables, for tests that only stand on one: where the suites of the project that
 * runs them have theirs.
 */
export async function ownDatabase(system: System): Promise<OwnDatabase> {
  const home = await temporaryDirectory(system);
  const isEmbedded = standsOnPglite();
  if (isEmbedded) await initialiseEmbedded(home.path, system);
  return {
    url: isEmbedded ? undefined : await sharedDatabase(system),
    dataDirectory: home.path,
    [Symbol.asyncDispose]: () => home[Symbol.asyncDispose](),
  };
}

function describeOnPglite(
  title: string,
  suite: (empty: NewDatabase) => void,
  initialise: (dataDirectory: string, system: System) => Promise<void>,
): void {
  describe(`${title} on PGlite`, () => {
    let databases = 0;
    suite(
      newDatabaseIn(async (home, system) => {
        const dataDirectory = join(home, String(++databases));
        await initialise(dataDirectory, system);
        return { url: undefined, dataDirectory };
      }),
    );
  });
}

function describeOnSharedPostgresql(
  title: string,
  suite: (empty: NewDatabase) => void,
  urlOf: (system: System) => Promise<string>,
): void {
  describeOnPostgresql(title, () => {
    suite(
      newDatabaseIn(async (home, system) => ({ url: await urlOf(system), dataDirectory: home })),
    );
  });
}

/** Gives `make` a directory that goes when the suite is over. */
function newDatabaseIn(
  make: (home: string, system: System) => Promise<EmptyDatabase>,
): NewDatabase {
  let home: TemporaryDirectory;
  beforeAll(async () => void (home = await temporaryDirectory("data")));
  afterAll(() => home[Symbol.asyncDispose]());
  return (system = "status") => make(home.path, system);
}

/** Declares a suite with a PostgreSQL server of its own, which it may stop. */
export function describeWithPostgresql(
  title: string,
  suite: (server: () => PostgresqlServer) => void,
): void {
  describeOnPostgresql(title, () => {
    let server: PostgresqlServer | undefined;
    beforeAll(async () => void (server = await startPostgresql()));
    afterAll(() => server?.[Symbol.asyncDispose]());
    suite(() => {
      if (server === undefined) throw new Error("the server starts before the tests, not earlier");
      return server;
    });
  });
}

/** Declares a suite that is skipped where PostgreSQL is not installed, and fails so in CI. */
export function describeOnPostgresql(title: string, suite: () => void): void {
  const mayRun = hasPostgresql();
  const hint = mayRun ? "" : ` (to run it: ${installPostgresql})`;
  const isSkipped = !mayRun && process.env["CI"] !== "true";
  describe.skipIf(isSkipped)(`${title} on PostgreSQL${hint}`, () => {
    suite();
  });
}
