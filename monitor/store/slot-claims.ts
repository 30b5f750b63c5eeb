import type { Database } from "#migrations/status/schema.ts";
import type { SlotRun } from "../domain/observation.ts";

/** A check's slot at a location, and the prober that wants to run it. */
export type SlotClaim = Pick<SlotRun, "checkId" | "location" | "slotMs" | "prober">;

/** Inserts claims, each for a different check or slot; returns the ids of the checks whose slot was not claimed before. */
export async function insertClaims(
  db: Database,
  claims: readonly (SlotClaim & { readonly claimedAtMs: number })[],
): Promise<ReadonlySet<string>> {
  if (claims.length === 0) return new Set();
  const inserted = await db
    .insertInto("slot_claims")
    .values(
      claims.map(({ checkId, location, slotMs, prober, claimedAtMs }) => ({
        check_id: checkId,
        location,
        slot: new Date(slotMs),
        prober,
        claimed_at: new Date(claimedAtMs),
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning("check_id")
    .execute();
  return new Set(inserted.map(({ check_id }) => check_id));
}
