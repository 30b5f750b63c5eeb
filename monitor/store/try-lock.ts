import { sql } from "kysely";
import type { DatabaseTransaction } from "#migrations/status/schema.ts";

/** Takes an advisory lock until the end of the transaction; returns whether nobody else has it. */
export async function tryLock(transaction: DatabaseTransaction, key: number): Promise<boolean> {
  const { rows } = await sql<{
    held: boolean;
  }>`select pg_try_advisory_xact_lock(${key}) as held`.execute(transaction);
  return rows[0]?.held === true;
}
