import { HOUR_MS } from "#units/time.ts";
import { sql } from "kysely";
import type { DatabaseTransaction } from "#migrations/status/schema.ts";
import { aheadFromMs } from "../domain/clock.ts";
import { reportLifetimeMs } from "../domain/verdict.ts";

/** Figures of hours this recent are computed again if a clock that was ahead computed them. */
const RECENT_HOURS_MS = 2 * HOUR_MS;

/** Results that span more than this were not left by a wrong clock: this clock is behind, and they are true. */
const MAX_STAY_AHEAD_MS = HOUR_MS;

/**
 * Undoes what a prober wrote while its clock was ahead: deletes results, claims, states and intervals of the future, and dates
 * incidents and updates of the future to now. Returns whether there were any. Otherwise all results until then would come
 * too late to count.
 */
export async function discardAhead(
  transaction: DatabaseTransaction,
  nowMs: number,
): Promise<boolean> {
  if (!(await wasClockAhead(transaction, nowMs))) return false;
  await discardResults(transaction, nowMs);
  await discardIntervals(transaction, nowMs);
  await redateIncidents(transaction, nowMs);
  return true;
}

/**
 * Returns whether results of the future come from a clock that was ahead for a while: then there is a gap between now and the
 * first of them. If they follow directly, or span a long time, this clock may be behind, as on a machine that starts
 * without a hardware clock.
 */
async function wasClockAhead(transaction: DatabaseTransaction, nowMs: number): Promise<boolean> {
  // Check by check, along the primary key: this query runs every ten seconds, and a day has many rows.
  const { rows } = await sql<{ first: Date | null; last: Date | null }>`
    select min(first) as first, max(last) as last
    from checks cross join lateral (
      select min(slot) as first, max(slot) as last from observations
      where check_id = checks.id and slot > ${new Date(aheadFromMs(nowMs))}
    ) ahead`.execute(transaction);
  const { first = null, last = null } = rows[0] ?? {};
  if (first === null || last === null) return false;
  const { seconds } = await transaction
    .selectFrom("checks")
    .select(({ fn }) => fn.max<number | null>("period_seconds").as("seconds"))
    .executeTakeFirstOrThrow();
  const unlivedMs = first.getTime() - nowMs;
  return (
    unlivedMs > reportLifetimeMs((seconds ?? 0) * 1000) &&
    last.getTime() - first.getTime() <= MAX_STAY_AHEAD_MS
  );
}

async function discardResults(transaction: DatabaseTransaction, nowMs: number): Promise<void> {
  const now = new Date(nowMs);
  const ahead = new Date(aheadFromMs(nowMs));
  // The component's status from such a state holds no longer than until now.
  await sql`
    update components set known_until = ${now}
    where known_until > ${now} and id in (
      select checks.component_id from checks join check_states on check_states.check_id = checks.id
      where check_states.last_slot > ${ahead}
    )`.execute(transaction);
  await transaction.deleteFrom("check_states").where("last_slot", ">", ahead).execute();
  await transaction.deleteFrom("slot_claims").where("slot", ">", ahead).execute();
  await transaction.deleteFrom("observations").where("slot", ">", ahead).execute();
  await transaction.deleteFrom("hourly_figures").where("hour", ">", ahead).execute();
  await transaction.deleteFrom("figure_hours").where("hour", ">", ahead).execute();
  await transaction
    .updateTable("figure_hours")
    .set({ computed_at: null })
    .where("hour", ">", new Date(nowMs - RECENT_HOURS_MS))
    .where("computed_at", ">", ahead)
    .execute();
  await transaction
    .updateTable("revision")
    .set({ changed_at: now })
    .where("changed_at", ">", ahead)
    .execute();
  await sql`
    update probers set started_at = least(started_at, ${now}), last_seen_at = ${now}
    where last_seen_at > ${ahead}`.execute(transaction);
}

/** Deletes intervals of the future, and reopens the interval that was open before the first of them. */
async function discardIntervals(transaction: DatabaseTransaction, nowMs: number): Promise<void> {
  const ahead = new Date(aheadFromMs(nowMs));
  await transaction.deleteFrom("component_states").where("from_at", ">", ahead).execute();
  await sql`
    update component_states set to_at = null
    where to_at > ${ahead}
      and component_id in (select id from components where removed_at is null)`.execute(
    transaction,
  );
}

/** Dates the newest future update of an incident to now; updates keep their order and the time between them. */
async function redateIncidents(transaction: DatabaseTransaction, nowMs: number): Promise<void> {
  const now = new Date(nowMs);
  const ahead = new Date(aheadFromMs(nowMs));
  const shownAt = sql`greatest(incident_updates.created_at, incident_updates.display_at)`;
  const redated = (column: string) => {
    const written = sql.ref(`incident_updates.${column}`);
    return sql`${sql.ref(column)} = case when ${written} > ${ahead}
      then ${written} - (newest.shown_at - ${now}::timestamptz) else ${written} end`;
  };
  await sql`
    update incident_updates
    set ${redated("created_at")}, ${redated("updated_at")}, ${redated("display_at")}
    from (
      select incident_id, max(${shownAt}) as shown_at
      from incident_updates join incidents on incidents.id = incident_id
      where incidents.automatic and incidents.impact <> 'maintenance' and ${shownAt} > ${ahead}
      group by incident_id
    ) newest
    where newest.incident_id = incident_updates.incident_id and ${shownAt} > ${ahead}`.execute(
    transaction,
  );
  const maxNow = (column: string) =>
    sql`${sql.ref(column)} = case when ${sql.ref(column)} > ${now} then ${now} else ${sql.ref(column)} end`;
  const columns = ["started_at", "created_at", "updated_at", "monitoring_at", "resolved_at"];
  await sql`
    update incidents set ${sql.join(columns.map(maxNow))}
    where automatic and impact <> 'maintenance' and greatest(created_at, updated_at) > ${ahead}`.execute(
    transaction,
  );
}
