import type { Kysely } from "kysely";
import { type Migration, Migrator } from "kysely/migration";

/** Migrations by name; names begin with their number, so that their order is their names' order. */
export type Migrations = Readonly<Record<string, Migration>>;

/** Brings `db` to the last of `migrations`, or throws what made one fail. Concurrent callers wait for each other. */
export async function migrateToLatest<Schema>(
  db: Kysely<Schema>,
  migrations: Migrations,
): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const { error } = await migrator.migrateToLatest();
  if (error !== undefined) throw error;
}
