import path from "node:path";
import { readMigrations } from "#database/migrate.ts";
import {
  type HangObserver,
  openDatabase,
  type OpenDatabase,
  type Waiting,
} from "#database/open-database.ts";
import type { ServiceDatabase } from "./schema.ts";

/** Opens and migrates the speech service's database: PostgreSQL by `url`, else embedded under `dataDirectory`/service. */
export function openServiceDatabase(
  options: {
    readonly url?: string | undefined;
    readonly dataDirectory: string;
    readonly connections?: number | undefined;
    readonly onHang?: HangObserver;
  },
  waiting?: Waiting<ServiceDatabase>,
): Promise<OpenDatabase<ServiceDatabase>> {
  return openDatabase<ServiceDatabase>(
    {
      url: options.url,
      setting: "SERVICE_DATABASE_URL",
      connections: options.connections,
      directory: path.join(options.dataDirectory, "service"),
      migrations: readMigrations(import.meta.dirname),
      onHang: options.onHang,
    },
    waiting,
  );
}
