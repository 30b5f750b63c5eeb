import type { FastifyInstance } from "fastify";
import { forRole } from "./for-role.ts";

/**
 * Serves the URL that alert messages link to: redirects to the alert on the console's first page, which also says when it is
 * over. A `#` fragment is lost while signing in, so only this redirect adds it.
 */
export function alertRoutes(app: FastifyInstance): void {
  app.get<{ Params: { id: string } }>(
    "/console/alerts/:id",
    forRole("viewer"),
    async (request, reply) => {
      const id = encodeURIComponent(request.params.id);
      return reply.redirect(`/console?alert=${id}#alert-${id}`, 303);
    },
  );
}
