import type { Kysely } from "kysely";
import type { StatusDatabase } from "#migrations/status/schema.ts";

/** A check's slot at a location, and who wants to run it. */
export interface SlotClaim {
  readonly checkId: string;
  readonly location: string;
  readonly slotMs: number;
  /** `probers.id` */
  readonly prober: string;
}

/**
 * Claims slots, each of another check; returns those that are its own to run: one that is claimed already, by whomever,
 * is not.
 */
export async function claimSlots(
  db: Kysely<StatusDatabase>,
  claims: readonly SlotClaim[],
  nowMs: number,
): Promise<ReadonlySet<SlotClaim>> {
  const inserted = await db
    .insertInto("slot_claims")
    .values(
      claims.map(({ checkId, location, slotMs, prober }) => ({
        check_id: checkId,
        location,
        slot: new Date(slotMs),
        prober,
        claimed_at: new Date(nowMs),
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning("check_id")
    .execute();
  const ours = new Set(inserted.map(({ check_id }) => check_id));
  return new Set(claims.filter(({ checkId }) => ours.has(checkId)));
}
