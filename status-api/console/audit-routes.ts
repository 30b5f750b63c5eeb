import { CONSOLE_PATHS } from "#monitor/domain/console-paths.ts";
import type { FastifyInstance } from "fastify";
import type { Database } from "#migrations/status/schema.ts";
import { listAuditLog } from "../admin/audit-log.ts";
import { queryOf } from "./admin-answers.ts";
import { differencesOf } from "./audit-differences.ts";
import { forRole } from "./for-role.ts";
import { numberBefore, parameterIn } from "./form-fields.ts";
import type { Show } from "./incident-routes.ts";

const PATH = CONSOLE_PATHS.audit;
const LISTED = 50;

/** Serves the audit log; viewers may read it, since the admin API writes only masked addresses into it. */
export function auditRoutes(app: FastifyInstance, db: Database, show: Show): void {
  app.get<{ Querystring: Readonly<Record<string, unknown>> }>(
    PATH,
    forRole("viewer"),
    async (request, reply) => {
      const [actor, subject] = (["actor", "subject"] as const).map((name) =>
        parameterIn(request.query, name),
      );
      const before = numberBefore(request.query);
      const { data, has_more } = await listAuditLog(db, { limit: LISTED, before, actor, subject });
      const entries = data.map(({ at, vouched_by, before: was, after, ...entry }) => ({
        ...entry,
        atMs: at.getTime(),
        vouchedBy: vouched_by,
        differences: differencesOf(was, after),
      }));
      const last = String(data.at(-1)?.id);
      const older = has_more ? `${PATH}${queryOf({ before: last, actor, subject })}` : null;
      const view = { entries, actor: actor ?? "", subject: subject ?? "", older, refusal: null };
      return show(request, reply, { kind: "audit", view });
    },
  );
}
