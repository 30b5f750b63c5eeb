import { CONSOLE_PATHS } from "#monitor/domain/console-paths.ts";
import type { FastifyInstance, FastifyReply } from "fastify";
import { listDeliveryAnswers } from "../admin/deliveries.ts";
import { type ById, type ConsoleContext, forRole, may, type Queried } from "./console-context.ts";
import { numberBefore, olderPath, sendForm } from "./forms.ts";

const PATH = CONSOLE_PATHS.deliveries;
const LISTED = 50;

/** Serves the failed and the pending deliveries, and retries one. */
export function deliveryRoutes(app: FastifyInstance, { db }: ConsoleContext): void {
  app.get<Queried>(PATH, forRole("viewer"), ({ query }, reply) => showList(reply, query));

  app.post<ById>(`${PATH}/:id/retry`, forRole("responder"), async ({ params }, reply) => {
    const path = `/admin/deliveries/${encodeURIComponent(params.id)}/retry`;
    return sendForm(reply, {
      change: () => ({ method: "POST", path }),
      done: () => `${PATH}?list=pending`,
      show: () => showList(reply, {}),
    });
  });

  async function showList(
    reply: FastifyReply,
    query: Queried["Querystring"],
  ): Promise<FastifyReply> {
    const list = query["list"] === "pending" ? "pending" : "failed";
    const filter = { status: list, limit: LISTED, before: numberBefore(query) } as const;
    const page = await listDeliveryAnswers(db, filter);
    const older = olderPath(PATH, page, { list });
    const mayRetry = may(reply.request, "responder");
    return reply.showConsole("deliveries", { list, deliveries: page.data, mayRetry, older });
  }
}
