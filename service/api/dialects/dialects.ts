import type { FastifyInstance } from "fastify";
import { dialectOf } from "../../contract/dialects/dialects.ts";
import type { JobForms } from "../../jobs/job-form.ts";
import type { ApiServices } from "../http/services.ts";
import { DEEPGRAM_FORM, deepgramForm } from "./deepgram/callback.ts";
import { deepgramRoutes } from "./deepgram/routes.ts";
import { elevenlabsRoutes } from "./elevenlabs/routes.ts";

/** The forms in which jobs write transcripts for clients of other vendors. */
export const JOB_FORMS: JobForms = { [DEEPGRAM_FORM]: deepgramForm };

const ROUTES = [deepgramRoutes, elevenlabsRoutes];

/**
 * Fastify constraint that selects among the routes of a path by the request's dialect; a dialect without its own route gets the
 * service's.
 */
const BY_DIALECT = {
  name: "dialect",
  mustMatchWhenDerived: false,
  storage: <Handler>() => {
    const handlers = new Map<unknown, Handler>();
    return {
      get: (dialect: unknown) => handlers.get(dialect) ?? null,
      set: (dialect: unknown, handler: Handler) => void handlers.set(dialect, handler),
    };
  },
  validate: () => undefined,
  deriveConstraint: (request: Parameters<typeof dialectNameOf>[0]) => dialectNameOf(request),
};

function dialectNameOf({ headers }: { readonly headers: Parameters<typeof dialectOf>[0] }) {
  return dialectOf(headers)?.name;
}

/** Registers the routes for clients of other vendors. */
export async function dialectRoutes(app: FastifyInstance, services: ApiServices): Promise<void> {
  app.addConstraintStrategy(BY_DIALECT);
  for (const routes of ROUTES) await app.register(routes, services);
}
