import type { FastifyInstance } from "fastify";
import { dialectOf } from "../../contract/dialects/dialects.ts";
import type { ApiServices } from "../http/services.ts";
import { deepgramRoutes } from "./deepgram/routes.ts";
import { elevenlabsRoutes } from "./elevenlabs/routes.ts";

const ROUTES = [deepgramRoutes, elevenlabsRoutes];

/** Parts the routes of one address by the dialect that requests speak; without a route of its own, a dialect has the service's. */
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

/** What clients of other vendors find here. */
export async function dialectRoutes(app: FastifyInstance, services: ApiServices): Promise<void> {
  app.addConstraintStrategy(BY_DIALECT);
  for (const routes of ROUTES) await app.register(routes, services);
}
