import { CONSOLE_PATHS } from "#monitor/domain/console-paths.ts";
import type { FastifyInstance, FastifyReply } from "fastify";
import { readComponentNames } from "#monitor/store/components.ts";
import { countSubscribers, listSubscribers } from "../admin/subscribers.ts";
import type { Refusal } from "../page/page-view-work.ts";
import { type ById, type ConsoleContext, forRole, may, type Queried } from "./console-context.ts";
import { parameterIn, queryOf, refusalIn } from "./forms.ts";

const PATH = CONSOLE_PATHS.subscribers;
const LISTED = 50;

/** Serves the list of subscribers, with the admin API's masked addresses, and ends a subscription. */
export function subscriberRoutes(app: FastifyInstance, { db }: ConsoleContext): void {
  app.get<Queried>(PATH, forRole("viewer"), (request, reply) =>
    showList(reply, parameterIn(request.query, "before"), null),
  );

  app.post<ById>(`${PATH}/:id/end`, forRole("admin"), async (request, reply) => {
    const id = encodeURIComponent(request.params.id);
    const answer = await request.askAdmin("DELETE", `/admin/subscribers/${id}`);
    const refusal = refusalIn(answer);
    if (refusal === null) return reply.redirect(PATH, 303);
    return showList(reply.code(answer.statusCode), undefined, refusal);
  });

  async function showList(
    reply: FastifyReply,
    before: string | undefined,
    refusal: Refusal | null,
  ): Promise<FastifyReply> {
    const [counts, components, { data, has_more }] = await Promise.all([
      countSubscribers(db),
      readComponentNames(db),
      listSubscribers(db, { limit: LISTED, before, status: "all" }),
    ]);
    const older = has_more ? `${PATH}${queryOf({ before: data.at(-1)?.id })}` : null;
    const mayEnd = may(reply.request, "admin");
    const view = { counts, subscribers: data, components, mayEnd, older, refusal };
    return reply.showConsole({ kind: "subscribers", view });
  }
}
