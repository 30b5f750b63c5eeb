import { Type } from "typebox";
import { CAPABILITIES } from "../engine/model/manifest.ts";
import { PeopleFigures } from "../engine/model/people-figures.ts";
import { json, type Operation } from "./operation.ts";
import { choice } from "./schema.ts";

export type { PeopleFigures };

export const ModelBody = Type.Object({
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
  voice_names: Type.Optional(
    Type.Record(Type.String(), Type.String(), {
      description: "What requests may call its voices beside their names: OpenAI's names.",
    }),
  ),
});

export const ModelsBody = Type.Object({
  object: Type.Literal("list"),
  data: Type.Array(ModelBody),
});

const VoicesBody = Type.Object({
  voices: Type.Array(Type.Object({ id: Type.String(), name: Type.String() })),
});

export const modelSchemas = { Model: ModelBody, ModelList: ModelsBody, VoiceNames: VoicesBody };

export const modelOperations = {
  listModels: {
    method: "get",
    path: "/v1/models",
    tag: "Account",
    summary: "List the models",
    access: "credential",
    answer: json("Every model.", ModelsBody),
  },
  readModel: {
    method: "get",
    path: "/v1/models/{id}",
    tag: "Account",
    summary: "Get a model",
    access: "credential",
    pathParameters: {
      id: Type.String({ description: "Its id, or another name.", examples: ["transcribe-1"] }),
    },
    answer: json("The model.", ModelBody),
    errors: ["model_not_found"],
  },
  listVoiceNames: {
    method: "get",
    path: "/v1/audio/voices",
    tag: "Speech",
    summary: "List what voices are called",
    description:
      "The built-in voices of the default model and OpenAI's names for them, as clients of OpenAI's API look for them; GET /v1/voices has the details.",
    access: "credential",
    answer: json("Every name.", VoicesBody),
  },
} as const satisfies Readonly<Record<string, Operation>>;
