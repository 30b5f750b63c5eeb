import type { FastifyInstance } from "fastify";
import { Type, type TypeBoxTypeProvider } from "@fastify/type-provider-typebox";
import type { Engine } from "../engine/engine.ts";
import type { Guard } from "../http/guard.ts";

/** `GET /v1/models` and `GET /v1/voices`: what there is to choose from. */
export async function modelRoutes(
  fastify: FastifyInstance,
  { engine, guard }: { readonly engine: Engine; readonly guard: Guard },
): Promise<void> {
  const app = fastify.withTypeProvider<TypeBoxTypeProvider>();

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

  app.get(
    "/v1/voices",
    {
      onRequest: guard.authenticated,
      schema: { querystring: Type.Object({ type: Type.Optional(Type.Literal("builtin")) }) },
    },
    async () => {
      const data = engine.ofTask("synthesis").flatMap((model) =>
        model.voices.map(({ name }) => ({
          object: "voice",
          id: name,
          name,
          type: "builtin",
          model: model.id,
          language: "tr",
        })),
      );
      const first_id = data[0]?.id ?? null;
      const last_id = data.at(-1)?.id ?? null;
      return { object: "list", data, first_id, last_id, has_more: false };
    },
  );
}
