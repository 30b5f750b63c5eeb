import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import {
  Kysely,
  PostgresAdapter,
  PostgresDialect,
  type PostgresPool,
  sql,
  type Transaction,
} from "kysely";
import { DEFAULT_MIGRATION_TABLE, type Migration, Migrator } from "kysely/migration";
import { reasonOf } from "#runtime/reason.ts";
import { DatabaseOpenError } from "./database-open-error.ts";

/** Migrations by name; they run in the order of their names, which begin with a number. */
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

/**
 * Kysely's migrator takes its lock outside of a transaction and gives it back there, which behind PgBouncer may be on another
 * connection: the lock would stay, and all that start later would wait for it. migrateToLatest takes one of its own.
 */
class WithoutMigrationLock extends PostgresAdapter {
  override async acquireMigrationLock(): Promise<void> {}
  override async releaseMigrationLock(): Promise<void> {}
}

class MigratingDialect extends PostgresDialect {
  override createAdapter(): PostgresAdapter {
    return new WithoutMigrationLock();
  }
}

/** SQLSTATE deadlock_detected: PostgreSQL ended one of two transactions that waited for each other. */
const DEADLOCK = "40P01";
const ATTEMPTS = 5;

/**
 * Brings the database of `pool` to the last of `migrations`, or throws what `refuse` returns for a one-line reason and its cause.
 * Concurrent callers wait for each other.
 *
 * A migration may deadlock with an older program that still runs. Everything is then rolled back, and done again from the
 * start.
 */
export async function migrateToLatest(
  pool: PostgresPool,
  migrations: Migrations,
  refuse: (reason: string, cause?: unknown) => Promise<DatabaseOpenError>,
): Promise<void> {
  // Its end would be that of the pool, which is the caller's.
  const db = new Kysely<unknown>({ dialect: new MigratingDialect({ pool }) });
  try {
    const stranger = strangerAmong(await appliedTo(db), migrations);
    if (stranger !== undefined) throw await refuse(stranger);
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await db
          .transaction()
          .execute((transaction) => migrateAlone(transaction, migrations));
      } catch (error) {
        if (attempt === ATTEMPTS || !isDeadlock(error)) throw error;
      }
    }
  } catch (error) {
    throw error instanceof DatabaseOpenError ? error : await refuse(reasonOf(error), error);
  }
}

async function migrateAlone(
  transaction: Transaction<unknown>,
  migrations: Migrations,
): Promise<void> {
  // The key is that of Kysely's migrator, for which programs of before wait too; it is free when the transaction ends.
  await sql`select pg_advisory_xact_lock(3853314791062309107)`.execute(transaction);
  if (!(await isMigrated(transaction))) {
    // The migrator does it too, but in a transaction would hide why it cannot.
    await transaction.schema
      .createTable(DEFAULT_MIGRATION_TABLE)
      .addColumn("name", "varchar(255)", (column) => column.notNull().primaryKey())
      .addColumn("timestamp", "varchar(255)", (column) => column.notNull())
      .execute();
  }
  const provider = { getMigrations: async () => migrations };
  const { error } = await new Migrator({ db: transaction, provider }).migrateToLatest();
  if (error !== undefined) throw error;
}

/** Returns the names of the migrations that were applied to a database, in order. */
async function appliedTo(db: Kysely<unknown>): Promise<string[]> {
  if (!(await isMigrated(db))) return [];
  const { rows } = await sql<{ name: string }>`
    select name from ${sql.table(DEFAULT_MIGRATION_TABLE)} order by name`.execute(db);
  return rows.map(({ name }) => name);
}

/** Returns whether a database has been migrated before. */
async function isMigrated(db: Kysely<unknown>): Promise<boolean> {
  const { rows } = await sql<{ there: boolean }>`
    select to_regclass(${DEFAULT_MIGRATION_TABLE}) is not null as there`.execute(db);
  return rows[0]?.there === true;
}

/** Returns why a database has migrations that we do not know, and what to do; undefined if we know all. */
function strangerAmong(applied: readonly string[], migrations: Migrations): string | undefined {
  const unknown = applied.filter((name) => !(name in migrations));
  if (unknown.length === 0) return undefined;
  if (unknown.length === applied.length) {
    return (
      `this is the database of another program, which begins with ${JSON.stringify(applied[0])}: ` +
      "SERVICE_DATABASE_URL and STATUS_DATABASE_URL may have changed places"
    );
  }
  return (
    `a newer release has brought it to ${JSON.stringify(unknown.at(-1))}, which this one does not know: ` +
    "start that release, or go back as docs/operations.md says at Rollback"
  );
}

function isDeadlock(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === DEADLOCK;
}
