import type { FastifyInstance } from "fastify";
import type { Guard } from "../access/guard.ts";
import { modelOperations } from "../contract/models.ts";
import type { Engine } from "../engine/engine.ts";
import { routesOf } from "./http/routes.ts";

/** `GET /v1/models`. */
export async function modelRoutes(
  app: FastifyInstance,
  { engine, guard }: { readonly engine: Engine; readonly guard: Guard },
): Promise<void> {
  const route = routesOf(app, guard);

  route(modelOperations.listModels).answer(async () => ({
    object: "list",
    data: engine.models.map(({ id, createdAt, manifest: { task, sample_rate } }) => ({
      id,
      object: "model",
      created: Math.floor(createdAt.getTime() / 1000),
      owned_by: "speech",
      task,
      sample_rate,
    })),
  }));
}
