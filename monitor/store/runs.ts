import { sql } from "kysely";
import type { Database } from "#migrations/status/schema.ts";

/** The runs of one check at one location. */
export type CheckRuns = Awaited<ReturnType<typeof readRuns>>[number];

/** Reads the runs of a component's checks in the slots since `sinceMs`, in the order of checks, locations and slots. */
export async function readRuns(db: Database, componentId: string, sinceMs: number) {
  const measure = (name: string) =>
    sql<number | null>`(observations.measures ->> ${name})::double precision`;
  const rows = await db
    .selectFrom("checks")
    .innerJoin("observations", "observations.check_id", "checks.id")
    .select([
      "checks.id",
      "checks.period_seconds as periodSeconds",
      "observations.location",
      "observations.slot",
      "observations.result",
      "observations.duration_ms as durationMs",
      measure("word_error_ratio").as("wordError"),
      measure("heard_word_error_ratio").as("heardWordError"),
    ])
    .where("checks.component_id", "=", componentId)
    .where("checks.removed_at", "is", null)
    .where("observations.slot", ">=", new Date(sinceMs))
    .where("observations.counted", "=", true)
    .orderBy("observations.check_id")
    .orderBy("observations.location")
    .orderBy("observations.slot")
    .execute();
  const series = Map.groupBy(rows, ({ id, location }) => JSON.stringify([id, location]));
  return [...series.values()].flatMap((runs) => {
    const [first] = runs;
    if (first === undefined) return [];
    const { id, location, periodSeconds } = first;
    return [
      {
        checkId: id,
        location,
        periodSeconds,
        runs: runs.map(({ slot, result, durationMs, wordError, heardWordError }) => ({
          slotMs: slot.getTime(),
          hasFailed: result === "failed",
          /** Null for a run that did not pass. */
          durationMs: result === "ok" || result === "degraded" ? durationMs : null,
          /** Word errors divided by words said; null if no words were compared. */
          wordError,
          /** The word error ratio of synthesized speech. */
          heardWordError,
        })),
      },
    ];
  });
}
