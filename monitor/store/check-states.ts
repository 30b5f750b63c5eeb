import { MINUTE_MS } from "#units/time.ts";
import { sql } from "kysely";
import type { Database, DatabaseTransaction } from "#migrations/status/schema.ts";
import { aheadFromMs } from "../domain/clock.ts";
import type { CheckState, Judging } from "../domain/verdict.ts";

/** A prober that was not seen for this long is considered gone: reports of its location are not waited for. */
const PROBER_GONE_AFTER_MS = 2 * MINUTE_MS;

/** Reads the locations whose reports are waited for at `nowMs`, and the first slot whose results are not all stored. */
export async function loadAwaitedLocations(
  db: Database,
  nowMs: number,
): Promise<Pick<Judging, "liveLocations" | "heldFromMs">> {
  const rows = await db
    .selectFrom("probers")
    .select(["location", "spooled_from"])
    .where("last_seen_at", ">", new Date(nowMs - PROBER_GONE_AFTER_MS))
    .where("last_seen_at", "<", new Date(aheadFromMs(nowMs)))
    .execute();
  return {
    liveLocations: [...new Set(rows.map((row) => row.location))],
    heldFromMs: Math.min(...rows.map((row) => row.spooled_from?.getTime() ?? Infinity)),
  };
}

/**
 * Reads the state at `nowMs` of each check of `checkIds`, or of all. A check that was never judged is absent, and so is one
 * whose newest slot is in the future: a state from a wrong clock would hide all results until then.
 */
export async function loadStates(
  db: Database,
  nowMs: number,
  checkIds?: readonly string[],
): Promise<Map<string, CheckState>> {
  let query = db
    .selectFrom("check_states")
    .selectAll()
    .where("last_slot", "<", new Date(aheadFromMs(nowMs)));
  if (checkIds !== undefined) query = query.where("check_id", "in", checkIds);
  const rows = await query.execute();
  return new Map(
    rows.map((row) => [
      row.check_id,
      {
        verdict: row.verdict,
        sinceMs: row.since?.getTime() ?? null,
        reason: row.reason,
        reasonSinceMs: row.reason_since?.getTime() ?? null,
        lastSlotMs: row.last_slot.getTime(),
        lastResult: row.last_result,
        // Null in a row written by an older prober.
        lastSeenMs: (row.last_seen_at ?? row.last_slot).getTime(),
        knownUntilMs: row.known_until.getTime(),
      },
    ]),
  );
}

/** Stores the states of checks, by check id. */
export async function storeStates(
  transaction: DatabaseTransaction,
  states: ReadonlyMap<string, CheckState>,
): Promise<void> {
  if (states.size === 0) return;
  const rows = [...states].map(([checkId, state]) => ({
    check_id: checkId,
    verdict: state.verdict,
    since: state.sinceMs === null ? null : new Date(state.sinceMs),
    reason: state.reason,
    reason_since: state.reasonSinceMs === null ? null : new Date(state.reasonSinceMs),
    last_slot: new Date(state.lastSlotMs),
    last_result: state.lastResult,
    last_seen_at: new Date(state.lastSeenMs),
    known_until: new Date(state.knownUntilMs),
  }));
  await transaction
    .insertInto("check_states")
    .values(rows)
    .onConflict((conflict) =>
      conflict.column("check_id").doUpdateSet((row) => ({
        verdict: row.ref("excluded.verdict"),
        since: row.ref("excluded.since"),
        reason: row.ref("excluded.reason"),
        reason_since: row.ref("excluded.reason_since"),
        last_slot: row.ref("excluded.last_slot"),
        last_result: row.ref("excluded.last_result"),
        last_seen_at: row.ref("excluded.last_seen_at"),
        known_until: row.ref("excluded.known_until"),
      })),
    )
    .execute();
}

/** Updates until when the components of `checkIds` are known, when nothing else about them changed. */
export async function moveKnownUntil(
  transaction: DatabaseTransaction,
  checkIds: readonly string[],
  nowMs: number,
): Promise<void> {
  const ids = sql.join(checkIds);
  // In one order: others may be at other checks of the same components.
  await transaction
    .selectFrom("components")
    .select("id")
    .where("id", "in", (select) =>
      select.selectFrom("checks").select("component_id").where("id", "in", checkIds),
    )
    .orderBy("id")
    .forNoKeyUpdate()
    .execute();
  await sql`
    update components set known_until = known.until
    from (
      select checks.component_id, min(check_states.known_until) as until
      from checks join check_states on check_states.check_id = checks.id
      where checks.removed_at is null
        and check_states.verdict is not null
        and check_states.known_until > ${new Date(nowMs)}
        and checks.component_id in (select component_id from checks where id in (${ids}))
      group by checks.component_id
    ) known
    where components.id = known.component_id and components.known_until is not null
      -- Until its end a maintenance is known without observations.
      and not exists (
        select from component_states
        where component_states.component_id = components.id
          and to_at is null and status = 'under_maintenance'
      )`.execute(transaction);
}

/**
 * Deletes the states of checks that are not configured any more. A check that comes back starts without a verdict: the old one
 * would extend into time that was not observed.
 */
export async function forgetStatesOfRemoved(transaction: DatabaseTransaction): Promise<void> {
  await transaction
    .deleteFrom("check_states")
    .where("check_id", "in", (select) =>
      select.selectFrom("checks").select("checks.id").where("checks.removed_at", "is not", null),
    )
    .execute();
}
