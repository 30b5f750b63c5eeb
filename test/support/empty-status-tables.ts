import { type Kysely, sql } from "kysely";

import type { StatusDatabase } from "#migrations/status/schema.ts";

/** Empties every table of the status database but the revision, so that one database serves many tests. */
export async function emptyStatusTables(db: Kysely<StatusDatabase>): Promise<void> {
  await sql`truncate page, component_groups, components, checks, check_states, component_states,
    observations, hourly_figures, figure_hours, slot_claims, incidents, incident_updates, incident_components, probers, subscribers, outbox,
    audit_log, evidence, evidence_audio`.execute(db);
}
