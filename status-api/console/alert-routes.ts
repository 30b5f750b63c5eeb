import type { FastifyInstance } from "fastify";
import type { Database } from "#migrations/status/schema.ts";
import { forRole } from "./for-role.ts";

/**
 * Serves the address that messages of an alert lead to: it goes on to the alert among all that is shown, or to what became of it.
 * What stands behind `#` in an address does not outlive signing in, so it is put there afterwards.
 */
export function alertRoutes(app: FastifyInstance, db: Database): void {
  app.get<{ Params: { id: string } }>(
    "/console/alerts/:id",
    forRole("viewer"),
    async (request, reply) => {
      const { id } = request.params;
      const alert = await db
        .selectFrom("alerts")
        .select("id")
        .where("id", "=", id)
        .where("resolved_at", "is", null)
        .executeTakeFirst();
      const place = alert === undefined ? `?alert=${encodeURIComponent(id)}` : `#alert-${alert.id}`;
      return reply.redirect(`/console${place}`, 303);
    },
  );
}
