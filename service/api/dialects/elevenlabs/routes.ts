import type { FastifyInstance } from "fastify";
import type { ApiServices } from "../../http/services.ts";
import { speechRoutes } from "./speech-routes.ts";
import { transcriptionRoutes } from "./transcription-routes.ts";
import { voiceRoutes } from "./voice-routes.ts";

/** Registers the routes of ElevenLabs' API that this service supports. */
export async function elevenlabsRoutes(app: FastifyInstance, services: ApiServices): Promise<void> {
  await app.register(speechRoutes, services);
  // Registered on its own: only these routes take bodies as large as a recording.
  await app.register(transcriptionRoutes, services);
  await app.register(voiceRoutes, services);
}
