import { readFile } from "node:fs/promises";
import path from "node:path";
import { PGlite } from "@electric-sql/pglite";
import pg from "pg";
import { projectRoot } from "../program.ts";
import type { System } from "./embedded-database.ts";
import type { EmptyDatabase } from "./every-database.ts";

const folder = path.join(projectRoot, "fixtures/databases");

/** Loads what an older release had in its database into an empty one; fixtures/databases/README.md says what it is. */
export async function loadOldDatabase(system: System, empty: EmptyDatabase): Promise<void> {
  const statements = await readOld(`${system}.sql`);
  if (empty.url === undefined) {
    const pglite = await PGlite.create({ dataDir: path.join(empty.dataDirectory, system) });
    await pglite.exec(statements);
    await pglite.close();
    return;
  }
  const client = new pg.Client({ connectionString: empty.url });
  await client.connect();
  try {
    await client.query(statements);
  } finally {
    await client.end();
  }
}

/** Reads a file that lies beside the dumps. */
export function readOld(name: string): Promise<string> {
  return readFile(path.join(folder, name), "utf8");
}
