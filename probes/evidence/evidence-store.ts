import { type Kysely, sql, type Transaction } from "kysely";
import { newId } from "#monitor/store/new-id.ts";
import type { StatusDatabase } from "#migrations/status/schema.ts";
import type { Evidence } from "./evidence.ts";
import type { EvidenceLimits } from "./evidence-limits.ts";

/** Which run a piece of evidence is of. */
export interface EvidenceRun {
  readonly checkId: string;
  readonly componentId: string;
  readonly location: string;
  readonly slotMs: number;
}

/**
 * Stores evidence, lets a good run take the place of the one before it, and deletes what is beyond the limits, oldest
 * first. A run that is stored already stays as it is.
 */
export async function storeEvidence(
  db: Kysely<StatusDatabase>,
  run: EvidenceRun,
  evidence: Evidence,
  limits: EvidenceLimits,
  nowMs: number,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const id = await insert(transaction, run, evidence, nowMs);
    if (id === undefined) return;
    if (evidence.passed) await deleteEarlierGood(transaction, run, id);
    await deleteBeyond(transaction, limits, nowMs);
  });
}

async function insert(
  transaction: Transaction<StatusDatabase>,
  { checkId, componentId, location, slotMs }: EvidenceRun,
  { attempt, passed, result, reason, facts, audio }: Evidence,
  nowMs: number,
): Promise<string | undefined> {
  const files = Object.entries(audio);
  const row = await transaction
    .insertInto("evidence")
    .values({
      id: newId(),
      check_id: checkId,
      component_id: componentId,
      location,
      slot: new Date(slotMs),
      attempt,
      kept_at: new Date(nowMs),
      passed,
      result,
      reason,
      facts: JSON.stringify(facts),
      bytes: files.reduce((sum, [, file]) => sum + file.length, 0),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  if (row === undefined) return undefined;
  for (const [name, file] of files) {
    const content = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
    await transaction
      .insertInto("evidence_audio")
      .values({
        evidence_id: row.id,
        name: name === "sent" ? "sent" : "received",
        content_type: "audio/wav",
        content,
      })
      .execute();
  }
  return row.id;
}

async function deleteEarlierGood(
  transaction: Transaction<StatusDatabase>,
  { checkId, location }: EvidenceRun,
  keptId: string,
): Promise<void> {
  await transaction
    .deleteFrom("evidence")
    .where("check_id", "=", checkId)
    .where("location", "=", location)
    .where("passed", "=", true)
    .where("id", "!=", keptId)
    .execute();
}

async function deleteBeyond(
  transaction: Transaction<StatusDatabase>,
  { maxAgeMs, maxTotalBytes }: EvidenceLimits,
  nowMs: number,
): Promise<void> {
  await transaction
    .deleteFrom("evidence")
    .where("kept_at", "<", new Date(nowMs - maxAgeMs))
    .execute();
  await transaction
    .deleteFrom("evidence")
    .where("id", "in", (select) =>
      select
        .selectFrom((newestFirst) =>
          newestFirst
            .selectFrom("evidence")
            .select(["id", sql<number>`sum(bytes) over (order by kept_at desc, id)`.as("total")])
            .as("summed"),
        )
        .select("summed.id")
        .where("summed.total", ">", maxTotalBytes),
    )
    .execute();
}
