import { CONSOLE_PATHS } from "#monitor/domain/console-paths.ts";
import type { FastifyInstance } from "fastify";
import type { AuditAnswer } from "../admin/answers.ts";
import { listIn, queryOf } from "./admin-answers.ts";
import { differencesOf } from "./audit-differences.ts";
import { forRole } from "./for-role.ts";
import type { AskAdmin, Show } from "./incident-routes.ts";

const PATH = CONSOLE_PATHS.audit;
const LISTED = 50;

/** Serves the audit log; viewers may read it, since the admin API writes only masked addresses into it. */
export function auditRoutes(app: FastifyInstance, askAdmin: AskAdmin, show: Show): void {
  app.get<{ Querystring: Readonly<Record<string, unknown>> }>(
    PATH,
    forRole("viewer"),
    async (request, reply) => {
      const asked = (name: string): string => {
        const value = request.query[name];
        return typeof value === "string" ? value.trim() : "";
      };
      const [actor, subject] = [asked("actor"), asked("subject")];
      const before = /^\d{1,15}$/.exec(asked("before"))?.[0];
      const query = queryOf({ limit: String(LISTED), before, actor, subject });
      const answer = await askAdmin(request, "GET", `/admin/audit-log${query}`);
      const { data, has_more } = listIn<AuditAnswer>(answer);
      const last = data.at(-1)?.id;
      const entries = data.map(({ id, at, before: was, after, ...entry }) => ({
        id,
        atMs: Date.parse(at),
        actor: entry.actor,
        vouchedBy: entry.vouched_by,
        action: entry.action,
        subject: entry.subject,
        differences: differencesOf(was, after),
      }));
      const older = has_more ? `${PATH}${queryOf({ before: String(last), actor, subject })}` : null;
      const view = { entries, actor, subject, older, refusal: null };
      return show(request, reply, { kind: "audit", view });
    },
  );
}
