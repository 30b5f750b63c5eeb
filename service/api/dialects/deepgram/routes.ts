import type { FastifyInstance } from "fastify";
import type { ApiServices } from "../../http/services.ts";
import { accountRoutes } from "./account-routes.ts";
import { listenRoutes } from "./listen-routes.ts";
import { speakRoutes } from "./speak-routes.ts";

/** What Deepgram's API has and this service as well. */
export async function deepgramRoutes(app: FastifyInstance, services: ApiServices): Promise<void> {
  // Of these routes, one alone takes bodies as large as a recording.
  await app.register(listenRoutes, services);
  await app.register(speakRoutes, services);
  await app.register(accountRoutes, services);
}
