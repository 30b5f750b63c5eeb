import { CONSOLE_PATHS } from "#monitor/domain/console-paths.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Database } from "#migrations/status/schema.ts";
import { listDeliveryAnswers } from "../admin/deliveries.ts";
import type { Refusal } from "../page/page-view-work.ts";
import { mayAct } from "../settings/console-people.ts";
import { queryOf, refusalIn } from "./admin-answers.ts";
import { forRole } from "./for-role.ts";
import { numberBefore } from "./form-fields.ts";
import type { AskAdmin, Show } from "./incident-routes.ts";

const PATH = CONSOLE_PATHS.deliveries;
const LISTED = 50;

type Query = Readonly<Record<string, unknown>>;

/** Serves the failed and the pending deliveries, and retries one. */
export function deliveryRoutes(
  app: FastifyInstance,
  db: Database,
  askAdmin: AskAdmin,
  show: Show,
): void {
  app.get<{ Querystring: Query }>(PATH, forRole("viewer"), (request, reply) =>
    showList(request, reply, request.query, null),
  );

  app.post<{ Params: { id: string } }>(
    `${PATH}/:id/retry`,
    forRole("responder"),
    async (request, reply) => {
      const id = encodeURIComponent(request.params.id);
      const answer = await askAdmin(request, "POST", `/admin/deliveries/${id}/retry`);
      const refusal = refusalIn(answer);
      if (refusal === null) return reply.redirect(`${PATH}?list=pending`, 303);
      return showList(request, reply.code(answer.statusCode), {}, refusal);
    },
  );

  async function showList(
    request: FastifyRequest,
    reply: FastifyReply,
    query: Query,
    refusal: Refusal | null,
  ): Promise<FastifyReply> {
    const list = query["list"] === "pending" ? "pending" : "failed";
    const before = numberBefore(query);
    const { data, has_more } = await listDeliveryAnswers(db, {
      status: list,
      limit: LISTED,
      before,
    });
    const older = has_more ? `${PATH}${queryOf({ list, before: data.at(-1)?.id })}` : null;
    const mayRetry = mayAct(request.consoleSession!.role, "responder");
    const view = { list, deliveries: data, mayRetry, older, refusal } as const;
    return show(request, reply, { kind: "deliveries", view });
  }
}
