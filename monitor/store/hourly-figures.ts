import { HOUR_MS, MINUTE_MS } from "#units/time.ts";
import { sql } from "kysely";
import type { Database, DatabaseTransaction } from "#migrations/status/schema.ts";
import type { TimeWindow } from "../domain/uptime.ts";

/** The results of an hour's last slots are stored by then, unless they were spooled. */
const GRACE_MS = 5 * MINUTE_MS;
/** How often probers look for hours that are due. */
const LOOKED_FOR_EVERY_MS = 60_000;
/** The maximum number of hours computed per call, so that a prober that returns after weeks does not compute all at once. */
const HOURS_AT_ONCE = 50;
/** The number of hours computed in one transaction: late results for them wait for it. */
const HOURS_TOGETHER = 6;

/** Returns when the figures of the hour that `atMs` lies in are available at the latest. */
export function figuresDueMs(atMs: number): number {
  return (Math.floor(atMs / HOUR_MS) + 1) * HOUR_MS + GRACE_MS + LOOKED_FOR_EVERY_MS;
}

/**
 * Computes the figures of every complete hour that has none, and again of hours with late results.
 *
 * Several probers may call it at once: each hour is computed by one of them, and computing it twice gives the same figures.
 */
export async function makeHourlyFigures(db: Database, nowMs: number): Promise<void> {
  await listNewHours(db, nowMs);
  const due = await db
    .selectFrom("figure_hours")
    .select("hour")
    .where("computed_at", "is", null)
    .where("hour", "<=", new Date(nowMs - HOUR_MS - GRACE_MS))
    .orderBy("hour")
    .limit(HOURS_AT_ONCE)
    .execute();
  for (let made = 0; made < due.length; made += HOURS_TOGETHER) {
    const hours = due.slice(made, made + HOURS_TOGETHER).map(({ hour }) => hour);
    await makeHours(db, hours, nowMs);
  }
}

/** Lists every complete hour since the newest computed one; initially since the first prober started or the first slot. */
async function listNewHours(db: Database, nowMs: number): Promise<void> {
  const last = new Date(Math.floor((nowMs - HOUR_MS - GRACE_MS) / HOUR_MS) * HOUR_MS);
  const { made } = await db
    .selectFrom("figure_hours")
    .select(({ fn }) => fn.max<Date | null>("hour").as("made"))
    .where("computed_at", "is not", null)
    .executeTakeFirstOrThrow();
  if (made !== null && made >= last) return;
  const first =
    made === null
      ? sql`date_trunc('hour', least(
          (select min(slot) from observations), (select min(started_at) from probers)), 'UTC')`
      : sql`${new Date(made.getTime() + HOUR_MS)}::timestamptz`;
  await sql`
    insert into figure_hours (hour)
    select generate_series(${first}, ${last}::timestamptz, interval '1 hour')
    on conflict do nothing`.execute(db);
}

async function makeHours(db: Database, hours: readonly Date[], nowMs: number): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    // A transaction that stores a late result of an hour waits for this lock, and marks the hour as stale again.
    const rows = await transaction
      .selectFrom("figure_hours")
      .select("hour")
      .where("hour", "in", hours)
      .where("computed_at", "is", null)
      .orderBy("hour")
      .forUpdate()
      .skipLocked()
      .execute();
    if (rows.length === 0) return;
    const ours = rows.map(({ hour }) => hour);
    // The planner overestimates an hour's rows; JIT compilation would take a hundred times as long as running the query.
    await sql`set local jit = off`.execute(transaction);
    await transaction.deleteFrom("hourly_figures").where("hour", "in", ours).execute();
    for (const { fromMs, toMs } of consecutiveHours(ours)) {
      await insertFigures(transaction, fromMs, toMs);
    }
    await transaction
      .updateTable("figure_hours")
      .set({ computed_at: new Date(nowMs) })
      .where("hour", "in", ours)
      .execute();
  });
}

/** Merges consecutive hours, given in ascending order, into windows. */
function consecutiveHours(hours: readonly Date[]): TimeWindow[] {
  const windows: TimeWindow[] = [];
  for (const hour of hours) {
    const fromMs = hour.getTime();
    const last = windows.at(-1);
    const continued = last?.toMs === fromMs ? windows.pop() : undefined;
    windows.push({ fromMs: continued?.fromMs ?? fromMs, toMs: fromMs + HOUR_MS });
  }
  return windows;
}

const at = sql`percentile_cont(array[0.5, 0.95, 0.99])`;
/** The hour of a slot. */
const hourOf = sql`date_trunc('hour', slot, 'UTC')`;
const percentiles = sql`jsonb_build_object('p50', p[1], 'p95', p[2], 'p99', p[3])`;

/** Inserts the figures of every hour from `fromMs` until before `toMs`. */
async function insertFigures(
  transaction: DatabaseTransaction,
  fromMs: number,
  toMs: number,
): Promise<void> {
  const from = sql`${new Date(fromMs)}::timestamptz`;
  const until = sql`${new Date(toMs)}::timestamptz`;
  await sql`
    with
      runs as materialized (
        select *, ${hourOf} as hour from observations
        where slot >= ${from} and slot < ${until} and counted
      ),
      counts as (
        select check_id, location, hour, count(*)::integer as count,
          (count(*) filter (where result = 'failed'))::integer as failures,
          (count(*) filter (where result = 'degraded'))::integer as degraded,
          (count(*) filter (where result = 'prober_error'))::integer as prober_errors,
          (count(*) filter (where retried))::integer as retried
        from runs group by check_id, location, hour
      ),
      durations as (
        select check_id, location, hour, ${percentiles} as duration from (
          select check_id, location, hour, ${at} within group (order by duration_ms) as p
          from runs where result in ('ok', 'degraded') group by check_id, location, hour
        ) of_check
      ),
      phase_figures as (
        select check_id, location, hour, jsonb_object_agg(phase, ${percentiles}) as phases from (
          select check_id, location, hour, key as phase, ${at} within group (order by value::double precision) as p
          from runs, jsonb_each_text(phases)
          where result in ('ok', 'degraded') group by check_id, location, hour, key
        ) by_phase group by check_id, location, hour
      ),
      measure_figures as (
        select check_id, location, hour, jsonb_object_agg(measure, figures) as measures from (
          select check_id, location, hour, key as measure,
            jsonb_build_object('mean', avg(value::double precision), 'max', max(value::double precision)) as figures
          from runs, jsonb_each_text(measures) group by check_id, location, hour, key
        ) by_measure group by check_id, location, hour
      ),
      due as (${slotsDue(from, until)}),
      missing as (
        select check_id, location, ${hourOf} as hour, count(*)::integer as missed from due
        where not exists (
          select from runs where (runs.check_id, runs.location, runs.slot) = (due.check_id, due.location, due.slot)
        ) group by check_id, location, hour
      )
    insert into hourly_figures
      (check_id, location, hour, count, failures, degraded, prober_errors, retried, missed, duration, phases, measures)
    select check_id, location, hour,
      coalesce(count, 0), coalesce(failures, 0), coalesce(degraded, 0), coalesce(prober_errors, 0),
      coalesce(retried, 0), coalesce(missed, 0), duration, coalesce(phases, '{}'), coalesce(measures, '{}')
    from counts
      full join missing using (check_id, location, hour)
      left join durations using (check_id, location, hour)
      left join phase_figures using (check_id, location, hour)
      left join measure_figures using (check_id, location, hour)`.execute(transaction);
}

/**
 * Returns a query for the slots that were claimed, and those during which a prober of the location was alive until their end:
 * a slot in which the last prober died is not due unless claimed. A check's slots count from when it got its period.
 */
function slotsDue(from: ReturnType<typeof sql>, until: ReturnType<typeof sql>) {
  return sql`
    select check_id, location, slot from slot_claims where slot >= ${from} and slot < ${until}
    union
    select checks.id, probers.location, slot
    from checks
      cross join lateral (select checks.period_seconds * interval '1 second' as period) each
      cross join lateral generate_series(
        to_timestamp(ceil(extract(epoch from ${from}) / checks.period_seconds) * checks.period_seconds),
        ${until} - interval '1 microsecond', period) slot
      join probers on slot + period > probers.started_at and slot + period <= probers.last_seen_at
    where (checks.scheduled_since is null or slot + period > checks.scheduled_since)
      and (checks.removed_at is null or slot + period <= checks.removed_at)`;
}

/** Deletes the figures of hours before `beforeMs`. */
export async function deleteFiguresBefore(db: Database, beforeMs: number): Promise<void> {
  const before = new Date(beforeMs);
  await db.deleteFrom("hourly_figures").where("hour", "<", before).execute();
  await db.deleteFrom("figure_hours").where("hour", "<", before).execute();
}
