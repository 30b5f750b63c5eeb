import type { FastifyInstance } from "fastify";
import type { ApiServices } from "../../http/services.ts";
import { speechRoutes } from "./speech-routes.ts";
import { transcriptionRoutes } from "./transcription-routes.ts";
import { voiceRoutes } from "./voice-routes.ts";

/** What ElevenLabs' API has and this service as well. */
export async function elevenlabsRoutes(app: FastifyInstance, services: ApiServices): Promise<void> {
  await app.register(speechRoutes, services);
  // Of these routes, one alone takes bodies as large as a recording.
  await app.register(transcriptionRoutes, services);
  await app.register(voiceRoutes, services);
}
