import { Type } from "typebox";
import { CAPABILITIES } from "../engine/model/manifest.ts";
import { PeopleFigures } from "../engine/model/people-figures.ts";
import { json, type Operation } from "./operation.ts";
import { choice } from "./schema.ts";

export type { PeopleFigures };

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
      capabilities: Type.Array(choice(CAPABILITIES), {
        description:
          "What it can do beyond writing text, or speaking with its own voices; a request for more is refused with unsupported_field. The service writes capitals and marks for a model without written_form.",
      }),
      measured_on_people: Type.Optional(PeopleFigures),
      voices: Type.Optional(
        Type.Array(Type.String(), {
          description: "Its built-in voices, of a model for synthesis; none before it was loaded.",
        }),
      ),
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
