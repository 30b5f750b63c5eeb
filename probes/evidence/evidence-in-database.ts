import { Value } from "typebox/value";
import type { OpenDatabase } from "#migrations/open-database.ts";
import type { StatusDatabase } from "#migrations/status/schema.ts";
import {
  EvidenceError,
  type EvidenceSource,
  LISTED_EVIDENCE,
  wholeEvidence,
} from "./evidence-source.ts";

const columns = [
  "id",
  "check_id",
  "location",
  "slot",
  "attempt",
  "passed",
  "result",
  "reason",
] as const;

/** Reads evidence from an open database, which is closed with the source. */
export function evidenceInDatabase(database: OpenDatabase<StatusDatabase>): EvidenceSource {
  const { db } = database;
  return {
    async list(checkId) {
      const rows = await db
        .selectFrom("evidence")
        .select(columns)
        .$if(checkId !== undefined, (query) => query.where("check_id", "=", checkId ?? ""))
        .orderBy("slot", "desc")
        .orderBy("id", "desc")
        .limit(LISTED_EVIDENCE)
        .execute();
      return rows.map((row) => ({ ...row, slot: row.slot.toISOString() }));
    },
    async read(id) {
      const row = await db
        .selectFrom("evidence")
        .select([...columns, "facts"])
        .where("id", "=", id)
        .executeTakeFirst();
      if (row === undefined) return undefined;
      const evidence: unknown = { ...row, slot: row.slot.toISOString() };
      if (Value.Check(wholeEvidence, evidence)) return evidence;
      throw new EvidenceError(`evidence ${id} was kept by another version, and cannot be read`);
    },
    async sentAudio(id) {
      const row = await db
        .selectFrom("evidence_audio")
        .select("content")
        .where("evidence_id", "=", id)
        .where("name", "=", "sent")
        .executeTakeFirst();
      return row === undefined ? undefined : new Uint8Array(row.content);
    },
    [Symbol.asyncDispose]: () => database.close(),
  };
}
