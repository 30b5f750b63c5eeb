import type { FastifyInstance } from "fastify";
import type { Sent } from "../contract/schema.ts";
import { ApiError } from "../contract/errors.ts";
import { modelOperations, type ModelBody } from "../contract/models.ts";
import { openAiVoices } from "../contract/openai-names.ts";
import type { Engine } from "../engine/engine.ts";
import type { ModelPool } from "../engine/pool/pool.ts";
import { routesOf } from "./http/routes.ts";
import type { ApiServices } from "./http/services.ts";

/** Registers `GET /v1/models`, `GET /v1/models/{id}` and `GET /v1/audio/voices`. */
export async function modelRoutes(
  app: FastifyInstance,
  { engine, guard }: ApiServices,
): Promise<void> {
  const route = routesOf(app, guard);

  route(modelOperations.listModels).answer(async () => ({
    object: "list",
    data: engine.models.map((model) => bodyOf(model, engine)),
  }));

  route(modelOperations.readModel).answer(async ({ params: { id } }) => {
    const model = engine.named("transcription", id) ?? engine.named("synthesis", id);
    if (model === undefined) {
      throw new ApiError(
        "model_not_found",
        `The model ${JSON.stringify(id)} does not exist.`,
        "id",
      );
    }
    return bodyOf(model, engine);
  });

  route(modelOperations.listVoiceNames).answer(async () => {
    const voices = engine.defaultOf("synthesis")?.voices ?? [];
    const names = [...voices.map(({ name }) => name), ...Object.keys(openAiVoices(voices))];
    return { voices: names.map((name) => ({ id: name, name })) };
  });
}

function bodyOf(model: ModelPool, engine: Engine): Sent<typeof ModelBody> {
  const { task, capabilities = [], measured } = model.manifest;
  return {
    id: model.id,
    object: "model",
    created: Math.floor(model.createdAt.getTime() / 1000),
    owned_by: "speech",
    task,
    sample_rate: model.sampleRate,
    names: [...engine.aliasesOf(model)],
    capabilities: [...capabilities],
    ...(measured.people !== undefined && { measured_on_people: measured.people }),
    ...(task === "synthesis" && {
      voices: model.voices.map(({ name }) => name),
      voice_names: openAiVoices(model.voices),
    }),
  };
}
