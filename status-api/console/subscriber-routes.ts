import { CONSOLE_PATHS } from "#monitor/domain/console-paths.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Database } from "#migrations/status/schema.ts";
import { readComponentNames } from "#monitor/store/components.ts";
import { countSubscribers, listSubscribers } from "../admin/subscribers.ts";
import type { Refusal } from "../page/page-view-work.ts";
import { mayAct } from "../settings/console-people.ts";
import { queryOf, refusalIn } from "./admin-answers.ts";
import { forRole } from "./for-role.ts";
import { parameterIn } from "./form-fields.ts";
import type { AskAdmin, Show } from "./incident-routes.ts";

const PATH = CONSOLE_PATHS.subscribers;
const LISTED = 50;

/** Serves the list of subscribers, with the admin API's masked addresses, and ends a subscription. */
export function subscriberRoutes(
  app: FastifyInstance,
  db: Database,
  askAdmin: AskAdmin,
  show: Show,
): void {
  app.get<{ Querystring: Readonly<Record<string, unknown>> }>(
    PATH,
    forRole("viewer"),
    (request, reply) => showList(request, reply, parameterIn(request.query, "before"), null),
  );

  app.post<{ Params: { id: string } }>(
    `${PATH}/:id/end`,
    forRole("admin"),
    async (request, reply) => {
      const id = encodeURIComponent(request.params.id);
      const answer = await askAdmin(request, "DELETE", `/admin/subscribers/${id}`);
      const refusal = refusalIn(answer);
      if (refusal === null) return reply.redirect(PATH, 303);
      return showList(request, reply.code(answer.statusCode), undefined, refusal);
    },
  );

  async function showList(
    request: FastifyRequest,
    reply: FastifyReply,
    before: string | undefined,
    refusal: Refusal | null,
  ): Promise<FastifyReply> {
    const [counts, components, { data, has_more }] = await Promise.all([
      countSubscribers(db),
      readComponentNames(db),
      listSubscribers(db, { limit: LISTED, before, status: "all" }),
    ]);
    const view = {
      counts,
      subscribers: data,
      components,
      mayEnd: mayAct(request.consoleSession!.role, "admin"),
      older: has_more ? `${PATH}${queryOf({ before: data.at(-1)?.id })}` : null,
      refusal,
    };
    return show(request, reply, { kind: "subscribers", view });
  }
}
