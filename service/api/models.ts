import type { FastifyInstance } from "fastify";
import type { Engine } from "../engine/engine.ts";
import type { Guard } from "../access/guard.ts";

/** `GET /v1/models`: what there is to choose from. */
export async function modelRoutes(
  app: FastifyInstance,
  { engine, guard }: { readonly engine: Engine; readonly guard: Guard },
): Promise<void> {
  app.get("/v1/models", { onRequest: guard.authenticated }, async () => ({
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
