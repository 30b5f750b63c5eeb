import { CONSOLE_PATHS } from "#monitor/domain/console-paths.ts";
import type { FastifyInstance, FastifyReply } from "fastify";
import { listDeliveryAnswers } from "../admin/deliveries.ts";
import type { Refusal } from "../page/page-view-work.ts";
import { type ById, type ConsoleContext, forRole, may, type Queried } from "./console-context.ts";
import { numberBefore, queryOf, refusalIn } from "./forms.ts";

const PATH = CONSOLE_PATHS.deliveries;
const LISTED = 50;

/** Serves the failed and the pending deliveries, and retries one. */
export function deliveryRoutes(app: FastifyInstance, { db }: ConsoleContext): void {
  app.get<Queried>(PATH, forRole("viewer"), (request, reply) =>
    showList(reply, request.query, null),
  );

  app.post<ById>(`${PATH}/:id/retry`, forRole("responder"), async (request, reply) => {
    const id = encodeURIComponent(request.params.id);
    const answer = await request.askAdmin("POST", `/admin/deliveries/${id}/retry`);
    const refusal = refusalIn(answer);
    if (refusal === null) return reply.redirect(`${PATH}?list=pending`, 303);
    return showList(reply.code(answer.statusCode), {}, refusal);
  });

  async function showList(
    reply: FastifyReply,
    query: Queried["Querystring"],
    refusal: Refusal | null,
  ): Promise<FastifyReply> {
    const list = query["list"] === "pending" ? "pending" : "failed";
    const filter = { status: list, limit: LISTED, before: numberBefore(query) } as const;
    const { data, has_more } = await listDeliveryAnswers(db, filter);
    const older = has_more ? `${PATH}${queryOf({ list, before: data.at(-1)?.id })}` : null;
    const mayRetry = may(reply.request, "responder");
    const view = { list, deliveries: data, mayRetry, older, refusal } as const;
    return reply.showConsole({ kind: "deliveries", view });
  }
}
