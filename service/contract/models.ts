import { Type } from "typebox";
import { json, type Operation } from "./operation.ts";
import { choice } from "./schema.ts";

export const ModelsBody = Type.Object({
  object: Type.Literal("list"),
  data: Type.Array(
    Type.Object({
      id: Type.String(),
      object: Type.Literal("model"),
      created: Type.Integer({ description: "Seconds since 1970." }),
      owned_by: Type.String(),
      task: choice(["transcription", "synthesis"]),
      sample_rate: Type.Integer({ description: "Hertz." }),
      names: Type.Array(Type.String(), {
        description: "What requests may call it beside its id.",
      }),
    }),
  ),
});

export const modelSchemas = { ModelList: ModelsBody };

export const modelOperations = {
  listModels: {
    method: "get",
    path: "/v1/models",
    tag: "Account",
    summary: "List the models",
    access: "credential",
    answer: json("Every model.", ModelsBody),
  },
} as const satisfies Readonly<Record<string, Operation>>;
