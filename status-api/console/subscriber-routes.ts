import { CONSOLE_PATHS } from "#monitor/domain/console-paths.ts";
import type { FastifyInstance, FastifyReply } from "fastify";
import { readComponentNames } from "#monitor/store/components.ts";
import { countSubscribers, listSubscribers } from "../admin/subscribers.ts";
import { type ById, type ConsoleContext, forRole, may, type Queried } from "./console-context.ts";
import { olderPath, parameterIn, sendForm } from "./forms.ts";

const PATH = CONSOLE_PATHS.subscribers;
const LISTED = 50;

/** Serves the list of subscribers, with the admin API's masked addresses, and ends a subscription. */
export function subscriberRoutes(app: FastifyInstance, { db }: ConsoleContext): void {
  app.get<Queried>(PATH, forRole("viewer"), (request, reply) =>
    showList(reply, parameterIn(request.query, "before")),
  );

  app.post<ById>(`${PATH}/:id/end`, forRole("admin"), async ({ params }, reply) => {
    const path = `/admin/subscribers/${encodeURIComponent(params.id)}`;
    return sendForm(reply, {
      change: () => ({ method: "DELETE", path }),
      done: () => PATH,
      show: () => showList(reply, undefined),
    });
  });

  async function showList(reply: FastifyReply, before: string | undefined): Promise<FastifyReply> {
    const [counts, components, page] = await Promise.all([
      countSubscribers(db),
      readComponentNames(db),
      listSubscribers(db, { limit: LISTED, before, status: "all" }),
    ]);
    const older = olderPath(PATH, page);
    const mayEnd = may(reply.request, "admin");
    const view = { counts, subscribers: page.data, components, mayEnd, older };
    return reply.showConsole("subscribers", view);
  }
}
