import type { FastifyInstance } from "fastify";
import { forRole } from "./for-role.ts";

/**
 * Serves the address that messages of an alert lead to: it goes on to the alert among all that is shown, which also says when it
 * is over. What stands behind `#` in an address does not outlive signing in, so it is put there afterwards.
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
