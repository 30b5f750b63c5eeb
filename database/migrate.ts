import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { type Kysely, sql } from "kysely";
import { type Migration, Migrator } from "kysely/migration";
import { DatabaseOpenError } from "./database-open-error.ts";

/** Migrations by name; names begin with their number, so that their order is their names' order. */
export type Migrations = Readonly<Record<string, Migration>>;

/** Reads every `.sql` file of `folder` as a migration. A statement ends with `;` before a line that is not indented. */
export function readMigrations(folder: string): Migrations {
  const files = readdirSync(folder).filter((file) => file.endsWith(".sql"));
  return Object.fromEntries(
    files.map((file) => {
      const statements = readFileSync(path.join(folder, file), "utf8").split(/;\n(?! )/);
      return [path.basename(file, ".sql"), migrationOf(statements.filter((text) => text !== ""))];
    }),
  );
}

function migrationOf(statements: readonly string[]): Migration {
  return {
    async up(db) {
      // PGlite refuses several statements in one query.
      for (const statement of statements) await sql.raw(statement).execute(db);
    },
  };
}

/** PostgreSQL's code for having ended one of two who waited for each other. */
const DEADLOCK = "40P01";
const ATTEMPTS = 5;

/**
 * Brings `db` to the last of `migrations`, or throws `migration_failed`. Concurrent callers wait for each other.
 *
 * An older program that still runs may hold what a migration waits for while it waits for what the migration holds. All is then
 * taken back, and done again from the start.
 */
export async function migrateToLatest<Schema>(
  db: Kysely<Schema>,
  migrations: Migrations,
): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  let { error } = await migrator.migrateToLatest();
  for (let attempt = 2; attempt <= ATTEMPTS && isDeadlock(error); attempt += 1) {
    ({ error } = await migrator.migrateToLatest());
  }
  if (error === undefined) return;
  const reason = error instanceof Error ? error.message : "an unknown reason";
  throw new DatabaseOpenError(
    "migration_failed",
    `the database schema could not be brought up to date: ${reason}`,
    error,
  );
}

function isDeadlock(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === DEADLOCK;
}
