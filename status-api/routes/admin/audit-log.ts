import { Type } from "typebox";
import { listAudit } from "../../admin/audit-log.ts";
import type { AdminApp, AdminContext } from "./context.ts";
import { closed, pageFields } from "./fields.ts";

const AuditQuery = Type.Object(
  {
    limit: pageFields.limit,
    before: Type.Optional(Type.Integer({ minimum: 1 })),
    subject: Type.Optional(Type.String({ minLength: 1 })),
  },
  closed,
);

/** Serves who did what through the admin API. */
export function auditRoutes(app: AdminApp, { db }: AdminContext): void {
  app.get("/audit-log", { schema: { querystring: AuditQuery } }, async (request) =>
    listAudit(db, request.query),
  );
}
