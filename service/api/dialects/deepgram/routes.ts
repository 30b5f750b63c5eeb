import type { FastifyInstance } from "fastify";
import type { ApiServices } from "../../http/services.ts";
import { accountRoutes } from "./account-routes.ts";
import { listenRoutes } from "./listen-routes.ts";
import { speakRoutes } from "./speak-routes.ts";

/** Registers the routes of Deepgram's API that this service supports. */
export async function deepgramRoutes(app: FastifyInstance, services: ApiServices): Promise<void> {
  // Registered on its own: only these routes take bodies as large as a recording.
  await app.register(listenRoutes, services);
  await app.register(speakRoutes, services);
  await app.register(accountRoutes, services);
}
