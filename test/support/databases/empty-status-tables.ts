import { type Kysely, sql } from "kysely";

import type { StatusDatabase } from "#migrations/status/schema.ts";

const TABLES = [
  "console_sessions",
  "asked_runs",
  "drift_states",
  "drifts",
  "alert_messages",
  "alerts",
  "alert_configuration",
  "on_call_overrides",
  "page",
  "component_groups",
  "components",
  "checks",
  "check_states",
  "component_states",
  "observations",
  "hourly_figures",
  "figure_hours",
  "slot_claims",
  "incidents",
  "incident_updates",
  "incident_components",
  "probers",
  "subscribers",
  "outbox",
  "audit_log",
  "evidence",
  "evidence_audio",
] as const satisfies readonly (keyof StatusDatabase)[];

/**
 * Empties every table of the status database but the revision, so that one database serves many tests. What still runs of
 * the test before, mostly mails on their way, may hold some of the tables: where PostgreSQL finds that each waits for
 * the other, this is done again.
 */
export async function emptyStatusTables(db: Kysely<StatusDatabase>): Promise<void> {
  await empty(db).catch((error: unknown) => {
    if (!isDeadlock(error)) throw error;
    return emptyStatusTables(db);
  });
}

/** Deletes row by row: TRUNCATE makes new files for every table and index, which takes thirty times as long. */
async function empty(db: Kysely<StatusDatabase>): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    // Waits for what is being written, as TRUNCATE would.
    await sql`lock table ${sql.join(TABLES.map((table) => sql.table(table)))}`.execute(transaction);
    // Without foreign keys and triggers, so that the order does not matter.
    await sql`set local session_replication_role = replica`.execute(transaction);
    for (const table of TABLES) await transaction.deleteFrom(table).execute();
  });
}

/** https://www.postgresql.org/docs/current/errcodes-appendix.html */
function isDeadlock(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "40P01";
}
