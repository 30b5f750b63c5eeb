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

/** Claims a slot; false when it is claimed already, by whomever: then it is not this one's to run. */
export async function claimSlot(
  db: Kysely<StatusDatabase>,
  { checkId, location, slotMs, prober }: SlotClaim,
  nowMs: number,
): Promise<boolean> {
  const claim = await db
    .insertInto("slot_claims")
    .values({
      check_id: checkId,
      location,
      slot: new Date(slotMs),
      prober,
      claimed_at: new Date(nowMs),
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return claim.numInsertedOrUpdatedRows === 1n;
}
