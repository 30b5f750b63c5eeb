import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { Database } from "#migrations/status/schema.ts";
import { canGoOn } from "#monitor/domain/incident-plan.ts";
import { changeStatusEvent } from "#monitor/store/write-status-events.ts";
import { object } from "../documents/document-schemas.ts";
import { wrongState } from "./admin-error.ts";
import type { AdminContext } from "./admin-context.ts";
import { type Change, sendChange } from "./change.ts";
import type { IncidentAnswer } from "./answers.ts";
import { incidentAnswer } from "./incidents.ts";
import { OneById } from "./request-fields.ts";
import { componentsNow, statusEventOf } from "./status-event-parts.ts";

/** Serves the request to return an incident that a person took over to automation. */
export const incidentAutomationRoutes: FastifyPluginAsyncTypebox<AdminContext> = async (
  app,
  context,
) => {
  app.post(
    "/incidents/:id/automation",
    { schema: { params: OneById, body: object({}) } },
    async (request, reply) =>
      sendChange(reply, context, "incident.automation", (tx, nowMs) =>
        giveBack(tx, request.params.id, nowMs),
      ),
  );
};

/** Returns an incident to automation, which continues from its last update; subscribers are not notified. */
async function giveBack(db: Database, id: string, nowMs: number): Promise<Change<IncidentAnswer>> {
  const statusEvent = await statusEventOf(db, "incident", id);
  const { row, updates } = statusEvent;
  const before = incidentAnswer(statusEvent);
  if (row.resolved_at !== null) {
    throw wrongState(`the incident is ${row.status}; automation takes an open one`);
  }
  if (row.automatic) return { before, after: before };
  const opening = await db
    .selectFrom("audit_log")
    .select("id")
    .where("subject", "=", id)
    .where("action", "=", "incident.open")
    .executeTakeFirst();
  if (!canGoOn(opening !== undefined, await componentsNow(db, statusEvent))) {
    throw wrongState(
      "a person opened the incident and no check of its components fails, so automation would resolve it at once; resolve it",
      "components",
    );
  }
  // The last update may be dated after now.
  const givenBackAtMs = Math.max(nowMs, ...updates.map(({ created_at }) => created_at.getTime()));
  await changeStatusEvent(db, id, { automatic: true, givenBackAtMs }, nowMs);
  return { before, after: incidentAnswer(await statusEventOf(db, "incident", id)) };
}
