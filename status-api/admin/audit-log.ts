import type { Kysely } from "kysely";
import type { StatusDatabase } from "#migrations/status/schema.ts";
import { type AuditAnswer, type ListAnswer, pageOf } from "./answers.ts";

/** Which lines are listed, newest first; `before` is the id of one that was seen. */
export interface AuditList {
  readonly limit: number;
  readonly before?: number | undefined;
  /** Of what was done to one thing alone. */
  readonly subject?: string | undefined;
}

/** Lists who did what. */
export async function listAudit(
  db: Kysely<StatusDatabase>,
  { limit, before, subject }: AuditList,
): Promise<ListAnswer<AuditAnswer>> {
  const rows = await db
    .selectFrom("audit_log")
    .select(["id", "at", "actor", "action", "subject", "request_id", "before", "after"])
    .$if(before !== undefined, (query) => query.where("id", "<", before ?? 0))
    .$if(subject !== undefined, (query) => query.where("subject", "=", subject ?? ""))
    .orderBy("id", "desc")
    .limit(limit + 1)
    .execute();
  return pageOf(
    rows.map((row) => ({ ...row, at: row.at.toISOString() })),
    limit,
  );
}
