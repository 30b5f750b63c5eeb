import type { FastifyInstance } from "fastify";
import { issueToken } from "../../../access/demo-session.ts";
import { accountOf } from "../../../access/guard.ts";
import { deepgramOperations } from "../../../contract/dialects/deepgram.ts";
import { LIMITS } from "../../../contract/limits.ts";
import { routesOf } from "../../http/routes.ts";
import type { ApiServices } from "../../http/services.ts";

const LANGUAGES = ["tr", "tr-TR"];

/** Registers `POST /v1/auth/grant` and `GET /v1/models`. */
export async function accountRoutes(
  app: FastifyInstance,
  { engine, guard, sessionSecret }: ApiServices,
): Promise<void> {
  const route = routesOf(app, guard);

  route(deepgramOperations.deepgramGrant).answer(async (_input, request, reply) => {
    void reply.header("cache-control", "no-store");
    const { token } = issueToken(sessionSecret.value, Date.now(), accountOf(request).keyId);
    return { access_token: token, expires_in: LIMITS.sessionSeconds };
  });

  route(deepgramOperations.deepgramModels).answer(async () => ({
    stt: engine.ofTask("transcription").map(({ id, manifest, createdAt }) => ({
      name: id,
      canonical_name: id,
      architecture: manifest.kind,
      languages: LANGUAGES,
      version: createdAt.toISOString(),
      uuid: id,
      batch: true,
      streaming: true,
      formatted_output: true,
    })),
    tts: engine.ofTask("synthesis").flatMap((model) =>
      model.voices.map(({ name, gender, age }) => ({
        name,
        canonical_name: name,
        architecture: model.id,
        languages: LANGUAGES,
        version: model.createdAt.toISOString(),
        uuid: `${model.id}-${name}`,
        metadata: { accent: "Turkish", tags: [gender, age] },
      })),
    ),
  }));
}
