import { DAY_MS } from "#units/time.ts";
import { sql } from "kysely";
import type { Database } from "#migrations/status/schema.ts";

/** A configured check. */
export type ConfiguredCheck = Awaited<ReturnType<typeof readConfiguredChecks>>[number];

/** A run of a check at a location. */
export type RecentRun = Awaited<ReturnType<typeof readRecentRuns>>[number];

export async function readConfiguredChecks(db: Database) {
  const rows = await db
    .selectFrom("checks")
    .select(["id", "component_id", "kind", "period_seconds", "runbook_url", "keeps_runs"])
    .where("removed_at", "is", null)
    .orderBy("id")
    .execute();
  return rows.map((row) => ({
    id: row.id,
    componentId: row.component_id,
    kind: row.kind,
    periodMs: row.period_seconds * 1000,
    runbookUrl: row.runbook_url,
    keepsRuns: row.keeps_runs,
  }));
}

export async function isConfiguredCheck(db: Database, id: string): Promise<boolean> {
  const row = await db
    .selectFrom("checks")
    .select("id")
    .where("id", "=", id)
    .where("removed_at", "is", null)
    .executeTakeFirst();
  return row !== undefined;
}

/** Reads the runs of all configured checks in the slots since `sinceMs`, oldest first. */
export async function readRecentRuns(db: Database, sinceMs: number) {
  const rows = await db
    .selectFrom("observations")
    .innerJoin("checks", "checks.id", "observations.check_id")
    .select([
      "observations.check_id",
      "observations.location",
      "observations.slot",
      "observations.result",
      "observations.reason",
      "observations.message",
      "observations.duration_ms",
    ])
    .select(
      sql<number | null>`coalesce(
        (observations.measures ->> 'heard_word_error_ratio')::double precision,
        (observations.measures ->> 'word_error_ratio')::double precision
      )`.as("word_error"),
    )
    .where("observations.slot", ">=", new Date(sinceMs))
    .where("observations.counted", "=", true)
    .where("checks.removed_at", "is", null)
    .orderBy("observations.slot")
    .execute();
  return rows.map((row) => ({
    checkId: row.check_id,
    location: row.location,
    slotMs: row.slot.getTime(),
    result: row.result,
    reason: row.reason,
    message: row.message,
    durationMs: row.duration_ms,
    wordError: row.word_error,
  }));
}

/** Reads when each location's probers were last seen, for locations seen within a day. */
export async function readLocations(db: Database, nowMs: number) {
  const rows = await db
    .selectFrom("probers")
    .select(["location", (of) => of.fn.max("last_seen_at").as("seen")])
    .where("last_seen_at", ">", new Date(nowMs - DAY_MS))
    .groupBy("location")
    .orderBy("location")
    .execute();
  return rows.map(({ location, seen }) => ({ location, seenMs: seen.getTime() }));
}
