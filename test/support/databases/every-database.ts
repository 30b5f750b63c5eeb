import { join } from "node:path";

import { afterAll, beforeAll, describe } from "vitest";

import { initialiseEmbedded, type System } from "./embedded-database.ts";
import {
  hasPostgresql,
  installPostgresql,
  type PostgresqlServer,
  startPostgresql,
} from "./postgresql.ts";
import { sharedDatabase } from "../shared/shared.ts";
import { type TemporaryDirectory, temporaryDirectory } from "../temporary-directory.ts";

/** Where a new and empty database can be opened, in the terms of the settings. */
export interface EmptyDatabase {
  /** Undefined for the embedded database. */
  readonly url: string | undefined;
  /** A DATA_DIR of its own. */
  readonly dataDirectory: string;
}

/** Gives a new database each time, for the monitor unless another system is named. */
export type NewDatabase = (system?: System) => Promise<EmptyDatabase>;

/** Declares one suite twice: on PGlite, and on the PostgreSQL server that all files share. */
export function describeWithEveryDatabase(
  title: string,
  suite: (empty: NewDatabase) => void,
): void {
  describeWithEmbedded(title, suite);
  describeOnPostgresql(title, () => {
    let home: TemporaryDirectory;
    beforeAll(async () => void (home = await temporaryDirectory("data")));
    afterAll(() => home[Symbol.asyncDispose]());
    suite(async () => ({ url: await sharedDatabase(), dataDirectory: home.path }));
  });
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
function describeOnPostgresql(title: string, suite: () => void): void {
  const mayRun = hasPostgresql();
  const hint = mayRun ? "" : ` (to run it: ${installPostgresql})`;
  const isSkipped = !mayRun && process.env["CI"] !== "true";
  describe.skipIf(isSkipped)(`${title} on PostgreSQL${hint}`, () => {
    suite();
  });
}

function describeWithEmbedded(title: string, suite: (empty: NewDatabase) => void): void {
  describe(`${title} on PGlite`, () => {
    let home: TemporaryDirectory;
    let databases = 0;
    beforeAll(async () => void (home = await temporaryDirectory("data")));
    afterAll(() => home[Symbol.asyncDispose]());
    suite(async (system = "status") => {
      const dataDirectory = join(home.path, String(++databases));
      await initialiseEmbedded(dataDirectory, system);
      return { url: undefined, dataDirectory };
    });
  });
}
