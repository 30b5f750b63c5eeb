import { sql } from "kysely";
import { Value } from "typebox/value";
import type { Database } from "#migrations/status/schema.ts";
import {
  type EvidenceAudioName,
  type EvidenceFacts,
  evidenceFacts,
} from "../domain/evidence-document.ts";

/** A speech run with kept evidence. */
export type KeptRun = Awaited<ReturnType<typeof readKeptRuns>>[number];

const COLUMNS = [
  "id",
  "check_id",
  "location",
  "slot",
  "attempt",
  "passed",
  "result",
  "reason",
  "asked",
] as const;

/** Enough of a recording to include its header. */
const HEAD_BYTES = 65_536;

/** Reads the kept runs of a check, the newest first. */
export async function readKeptRuns(db: Database, checkId: string, max: number) {
  const rows = await db
    .selectFrom("evidence")
    .select(COLUMNS)
    .where("check_id", "=", checkId)
    .orderBy("slot", "desc")
    .orderBy("id", "desc")
    .limit(max)
    .execute();
  return rows.map(({ check_id: ofCheck, slot, ...run }) => ({
    ...run,
    checkId: ofCheck,
    slotMs: slot.getTime(),
  }));
}

/**
 * Reads a kept run with its facts, which are null if another version wrote them, and the beginning of each audio file;
 * undefined if there is no such run.
 */
export async function readKeptRun(db: Database, id: string) {
  const row = await db
    .selectFrom("evidence")
    .select([...COLUMNS, "facts"])
    .where("id", "=", id)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const audio = await db
    .selectFrom("evidence_audio")
    .select([
      "name",
      sql<Buffer>`substring(content from 1 for ${sql.lit(HEAD_BYTES)})`.as("head"),
      sql<number>`length(content)`.as("bytes"),
    ])
    .where("evidence_id", "=", id)
    .orderBy("name", "desc")
    .execute();
  const { check_id: checkId, slot, facts, ...run } = row;
  const known: EvidenceFacts | null = Value.Check(evidenceFacts, facts) ? facts : null;
  return { ...run, checkId, slotMs: slot.getTime(), facts: known, audio };
}

/** Reads the last kept run of a check at a location that passed before a slot; undefined if none is kept. */
export async function readLastGoodRun(
  db: Database,
  { checkId, location, slotMs }: Pick<KeptRun, "checkId" | "location" | "slotMs">,
) {
  return db
    .selectFrom("evidence")
    .select("id")
    .where("check_id", "=", checkId)
    .where("location", "=", location)
    .where("passed", "=", true)
    .where("slot", "<", new Date(slotMs))
    .orderBy("slot", "desc")
    .limit(1)
    .executeTakeFirst();
}

/** Reads the id of a check's last kept run that failed, in the slot that contains `since` or later; undefined if none is. */
export async function readFailedRunId(
  db: Database,
  checkId: string,
  since: Date,
): Promise<string | undefined> {
  const row = await db
    .selectFrom("evidence")
    .select("id")
    .where("check_id", "=", checkId)
    .where("passed", "=", false)
    .where("slot", ">", (select) =>
      select
        .selectFrom("checks")
        .select(({ fn }) =>
          // For a check that is not monitored any more, the length of its slots is unknown.
          sql<Date>`${since}::timestamptz - coalesce(${fn.max("period_seconds")}, 1) * interval '1 second'`.as(
            "before",
          ),
        )
        .where("id", "=", checkId),
    )
    .orderBy("slot", "desc")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.id;
}

/** Reads the first kept run of each check of components that failed between two times, in the order of the checks. */
export async function readFirstFailedRuns(
  db: Database,
  componentIds: readonly string[],
  from: Date,
  to: Date,
) {
  if (componentIds.length === 0) return [];
  const rows = await db
    .selectFrom("evidence")
    .distinctOn("check_id")
    .select(["id", "check_id as checkId", "slot", "reason"])
    .where("component_id", "in", componentIds)
    .where("passed", "=", false)
    .where("slot", ">=", from)
    .where("slot", "<=", to)
    .orderBy("check_id")
    .orderBy("slot")
    .orderBy("id")
    .execute();
  return rows.map(({ slot, ...run }) => ({ ...run, slotMs: slot.getTime() }));
}

/** Reads the audio that a kept run sent or received; undefined if it is not kept. */
export async function readKeptAudio(db: Database, id: string, name: EvidenceAudioName) {
  return db
    .selectFrom("evidence_audio")
    .select(["content_type as contentType", "content"])
    .where("evidence_id", "=", id)
    .where("name", "=", name)
    .executeTakeFirst();
}
