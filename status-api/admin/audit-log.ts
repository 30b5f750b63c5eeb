import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import { Type } from "typebox";
import type { Database } from "#migrations/status/schema.ts";
import { object } from "../documents/document-schemas.ts";
import type { AdminContext } from "./admin-context.ts";
import { pageOf } from "./answers.ts";
import { type QueryOf, numberedPageFields } from "./request-fields.ts";

const AuditQuery = object({
  ...numberedPageFields,
  subject: Type.Optional(Type.String({ minLength: 1 })),
  actor: Type.Optional(Type.String({ minLength: 1 })),
});

export const auditRoutes: FastifyPluginAsyncTypebox<AdminContext> = async (app, { db }) => {
  app.get("/audit-log", { schema: { querystring: AuditQuery } }, async (request) => {
    const { data, has_more } = await listAuditLog(db, request.query);
    return { data: data.map((entry) => ({ ...entry, at: entry.at.toISOString() })), has_more };
  });
};

/** Lists the entries of the audit log, newest first; `before` is the number of an entry. */
export async function listAuditLog(
  db: Database,
  { limit, before, subject, actor }: QueryOf<typeof AuditQuery>,
) {
  const rows = await db
    .selectFrom("audit_log")
    .select(["id", "at", "actor", "vouched_by", "action", "subject", "request_id"])
    .select(["before", "after"])
    .$if(before !== undefined, (query) => query.where("id", "<", before ?? 0))
    .$if(subject !== undefined, (query) => query.where("subject", "=", subject ?? ""))
    .$if(actor !== undefined, (query) => query.where("actor", "=", actor ?? ""))
    .orderBy("id", "desc")
    .limit(limit + 1)
    .execute();
  return pageOf(rows, limit);
}
