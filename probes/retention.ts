import type { Kysely } from "kysely";

import type { StatusDatabase } from "#migrations/status/schema.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const OBSERVATIONS_KEPT_MS = 90 * DAY_MS;
const CLAIMS_KEPT_MS = 2 * DAY_MS;
const PROBERS_KEPT_MS = 90 * DAY_MS;

/** Deletes what is older than it is kept for: observations 90 days, claims two, probers not seen for 90. */
export async function deleteExpired(db: Kysely<StatusDatabase>, nowMs: number): Promise<void> {
  const before = (keptMs: number): Date => new Date(nowMs - keptMs);
  await db.deleteFrom("slot_claims").where("slot", "<", before(CLAIMS_KEPT_MS)).execute();
  await db.deleteFrom("observations").where("slot", "<", before(OBSERVATIONS_KEPT_MS)).execute();
  await db.deleteFrom("probers").where("last_seen_at", "<", before(PROBERS_KEPT_MS)).execute();
}
