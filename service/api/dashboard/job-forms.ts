import type { FastifyInstance } from "fastify";
import { ApiError } from "../../contract/errors.ts";
import type { SiteServices } from "../pages/site-services.ts";
import { forAllowed, formOf } from "./visitor.ts";

/** Handles `POST /dashboard/jobs/delete` (id), which cancels or deletes a transcription job. */
export async function jobForms(app: FastifyInstance, services: SiteServices): Promise<void> {
  app.post("/dashboard/jobs/delete", async (request, reply) =>
    forAllowed(services, reply, "use the service", async ({ account }) => {
      await services.jobs.remove(account.id, formOf(request)("id")).catch((error: unknown) => {
        // It has been deleted meanwhile.
        if (!(error instanceof ApiError)) throw error;
      });
      return reply.redirect("/dashboard/jobs", 303);
    }),
  );
}
