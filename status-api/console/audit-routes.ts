import { CONSOLE_PATHS } from "#monitor/domain/console-paths.ts";
import type { FastifyInstance } from "fastify";
import { listAuditLog } from "../admin/audit-log.ts";
import { differencesOf } from "./audit-differences.ts";
import { type ConsoleContext, forRole, type Queried } from "./console-context.ts";
import { numberBefore, olderPath, parameterIn } from "./forms.ts";

const PATH = CONSOLE_PATHS.audit;
const LISTED = 50;

/** Serves the audit log; viewers may read it, since the admin API writes only masked addresses into it. */
export function auditRoutes(app: FastifyInstance, { db }: ConsoleContext): void {
  app.get<Queried>(PATH, forRole("viewer"), async ({ query }, reply) => {
    const [actor, subject] = [parameterIn(query, "actor"), parameterIn(query, "subject")];
    const list = { limit: LISTED, before: numberBefore(query), actor, subject };
    const page = await listAuditLog(db, list);
    const entries = page.data.map(({ before, after, ...entry }) => ({
      ...entry,
      differences: differencesOf(before, after),
    }));
    const older = olderPath(PATH, page, { actor, subject });
    return reply.showConsole("audit", {
      entries,
      actor: actor ?? "",
      subject: subject ?? "",
      older,
    });
  });
}
