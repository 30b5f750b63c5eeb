import type { FastifyInstance } from "fastify";
import { modelOperations } from "../contract/models.ts";
import { routesOf } from "./http/routes.ts";
import type { ApiServices } from "./http/services.ts";

/** `GET /v1/models`. */
export async function modelRoutes(
  app: FastifyInstance,
  { engine, guard }: ApiServices,
): Promise<void> {
  const route = routesOf(app, guard);

  route(modelOperations.listModels).answer(async () => ({
    object: "list",
    data: engine.models.map((model) => {
      const { task, capabilities = [], measured } = model.manifest;
      return {
        id: model.id,
        object: "model",
        created: Math.floor(model.createdAt.getTime() / 1000),
        owned_by: "speech",
        task,
        sample_rate: model.sampleRate,
        names: [...engine.otherNamesOf(model)],
        capabilities: [...capabilities],
        ...(measured.people !== undefined && { measured_on_people: measured.people }),
        ...(task === "synthesis" && { voices: model.voices.map(({ name }) => name) }),
      };
    }),
  }));
}
