import { CONSOLE_PATHS } from "#monitor/domain/console-paths.ts";
import { isServerFault } from "#runtime/server-fault.ts";
import type { FastifyInstance } from "fastify";
import { sendError } from "../routes/errors.ts";
import { type ById, forRole } from "./console-context.ts";

const PATH = CONSOLE_PATHS.alerts;

/**
 * Serves the URL that alert messages link to, which redirects to the alert on the console's first page, and acknowledges
 * alerts. A `#` fragment is lost while signing in, so only this redirect adds it.
 */
export function alertRoutes(app: FastifyInstance): void {
  app.get<ById>(`${PATH}/:id`, forRole("viewer"), async (request, reply) =>
    reply.redirect(alertPath(encodeURIComponent(request.params.id)), 303),
  );

  app.post<ById>(`${PATH}/:id/acknowledge`, forRole("responder"), async (request, reply) => {
    const id = encodeURIComponent(request.params.id);
    const answer = await request.askAdmin("POST", `/admin/alerts/${id}/acknowledge`);
    if (isServerFault(answer.statusCode)) return sendError(reply, "database_away");
    return reply.redirect(alertPath(id), 303);
  });
}

/** Returns the path of an alert, by its encoded id, on the console's first page, which also says when it is over. */
function alertPath(id: string): string {
  return `${CONSOLE_PATHS.now}?alert=${id}#alert-${id}`;
}
