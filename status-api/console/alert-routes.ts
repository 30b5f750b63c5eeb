import { CONSOLE_PATHS } from "#monitor/domain/console-paths.ts";
import type { FastifyInstance } from "fastify";
import { forRole } from "./for-role.ts";

/** Returns the path of an alert, by its encoded id, on the console's first page, which also says when it is over. */
export function alertPath(id: string): string {
  return `${CONSOLE_PATHS.now}?alert=${id}#alert-${id}`;
}

/**
 * Serves the URL that alert messages link to: redirects to the alert on the console's first page. A `#` fragment is lost while
 * signing in, so only this redirect adds it.
 */
export function alertRoutes(app: FastifyInstance): void {
  app.get<{ Params: { id: string } }>(
    `${CONSOLE_PATHS.alerts}/:id`,
    forRole("viewer"),
    async (request, reply) => {
      const id = encodeURIComponent(request.params.id);
      return reply.redirect(alertPath(id), 303);
    },
  );
}
