import path from "node:path";
import { readMigrations } from "#database/migrate.ts";
import { openDatabase, type OpenDatabase, type Waiting } from "#database/open-database.ts";
import type { StatusDatabase } from "./schema.ts";

/** Every migration of the status database, in order. */
export const statusMigrations = readMigrations(import.meta.dirname);

/** Opens and migrates the monitor's database: PostgreSQL by `url`, else embedded under `dataDirectory`/status. */
export function openStatusDatabase(
  options: {
    readonly url?: string | undefined;
    readonly dataDirectory: string;
    readonly connections?: number | undefined;
  },
  waiting?: Waiting<StatusDatabase>,
): Promise<OpenDatabase<StatusDatabase>> {
  return openDatabase<StatusDatabase>(
    {
      url: options.url,
      setting: "STATUS_DATABASE_URL",
      connections: options.connections,
      directory: path.join(options.dataDirectory, "status"),
      migrations: statusMigrations,
    },
    waiting,
  );
}
