import { type Kysely, sql } from "kysely";

import type { StatusDatabase } from "#migrations/status/schema.ts";

/**
 * Empties every table of the status database but the revision, so that one database serves many tests. What still runs of
 * the test before, mostly mails on their way, may hold some of the tables: where PostgreSQL finds that each waits for
 * the other, this is done again.
 */
export async function emptyStatusTables(db: Kysely<StatusDatabase>): Promise<void> {
  await truncate(db).catch((error: unknown) => {
    if (!isDeadlock(error)) throw error;
    return emptyStatusTables(db);
  });
}

async function truncate(db: Kysely<StatusDatabase>): Promise<void> {
  await sql`truncate page, component_groups, components, checks, check_states, component_states,
    observations, hourly_figures, figure_hours, slot_claims, incidents, incident_updates, incident_components, probers, subscribers, outbox,
    audit_log, evidence, evidence_audio`.execute(db);
}

/** https://www.postgresql.org/docs/current/errcodes-appendix.html */
function isDeadlock(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "40P01";
}
