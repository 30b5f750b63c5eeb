import type { Database } from "#migrations/status/schema.ts";

/** The hourly figures of one check at one location. */
export type CheckFigures = Awaited<ReturnType<typeof readFigures>>[number];

export type HourFigures = CheckFigures["hours"][number];

/** A configured check. */
export type CheckRow = Awaited<ReturnType<typeof readChecks>>[number];

/** Reads the checks of a component, the most frequent first. */
export async function readChecks(db: Database, componentId: string) {
  const rows = await db
    .selectFrom("checks")
    .select(["id", "kind", "period_seconds as periodSeconds", "scheduled_since"])
    .where("component_id", "=", componentId)
    .where("removed_at", "is", null)
    .orderBy("period_seconds")
    .orderBy("id")
    .execute();
  return rows.map(({ scheduled_since, ...check }) => ({
    ...check,
    /** Since when it has this period; null if not recorded. */
    scheduledSinceMs: scheduled_since?.getTime() ?? null,
  }));
}

/** Reads the hourly figures of a component's checks since `sinceMs`, in the order of checks and locations. */
export async function readFigures(db: Database, componentId: string, sinceMs: number) {
  const rows = await db
    .selectFrom("checks")
    .innerJoin("hourly_figures", "hourly_figures.check_id", "checks.id")
    .selectAll("hourly_figures")
    .select(["checks.kind", "checks.period_seconds"])
    .where("checks.component_id", "=", componentId)
    .where("checks.removed_at", "is", null)
    .where("hourly_figures.hour", ">=", new Date(sinceMs))
    .orderBy("hourly_figures.check_id")
    .orderBy("hourly_figures.location")
    .orderBy("hourly_figures.hour")
    .execute();
  const series = Map.groupBy(rows, (row) => JSON.stringify([row.check_id, row.location]));
  return [...series.values()].flatMap((hours) => {
    const [first] = hours;
    if (first === undefined) return [];
    return [
      {
        checkId: first.check_id,
        kind: first.kind,
        periodSeconds: first.period_seconds,
        location: first.location,
        /** Oldest first; hours in which nothing was due are left out. */
        hours: hours.map((row) => ({
          hourMs: row.hour.getTime(),
          count: row.count,
          failures: row.failures,
          degraded: row.degraded,
          proberErrors: row.prober_errors,
          missed: row.missed,
          /** Percentiles of the duration in ms of the runs that passed; null when none did. */
          durationMs: row.duration,
          phasesMs: row.phases,
          /** By name with unit, e.g. `word_error_ratio`. */
          measures: row.measures,
        })),
      },
    ];
  });
}
