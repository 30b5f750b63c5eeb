import { Type } from "typebox";
import { CAPABILITIES } from "../engine/model/manifest.ts";
import { json, type Operation } from "./operation.ts";
import { choice } from "./schema.ts";

const state = choice(["ok", "degraded"]);

const MissingCapabilities = Type.Record(Type.String(), Type.Array(choice(CAPABILITIES)), {
  description:
    "What requests may ask of other models and not of these, by their ids; such requests are refused with unsupported_field.",
});

export const SynthesisHealthBody = Type.Object({
  status: state,
  service: Type.Literal("synth"),
  model: Type.String({ description: "The id of the default model." }),
  models: Type.Record(
    Type.String(),
    Type.Object({
      status: state,
      sample_rate: Type.Integer({ description: "Hertz." }),
      default: Type.Boolean(),
    }),
  ),
  limits_degraded: Type.Boolean(),
  missing_capabilities: MissingCapabilities,
});

const Alive = Type.Object({ status: Type.Literal("ok") });

const Ready = Type.Object({
  status: Type.Literal("ok"),
  models: Type.Record(Type.String(), choice(["ok", "degraded"]), {
    description: "Of each model by its id.",
  }),
  missing_capabilities: MissingCapabilities,
  warnings: Type.Array(Type.String(), {
    description:
      "What is wrong and no reason to send this process nothing: it concerns others just as much, or what was there before serves on.",
  }),
});
const TAG = "Health";
const ACCESS = "anonymous";

export const healthSchemas = { SynthesisHealth: SynthesisHealthBody };

export const healthOperations = {
  readSynthesisHealth: {
    method: "get",
    path: "/health/synth",
    tag: TAG,
    summary: "Read the state of every synthesis model",
    access: ACCESS,
    answer: json("The health document.", SynthesisHealthBody),
  },
  readLiveness: {
    method: "get",
    path: "/healthz",
    tag: TAG,
    summary: "Liveness",
    access: ACCESS,
    answer: json("The process runs.", Alive),
  },
  readReadiness: {
    method: "get",
    path: "/readyz",
    tag: TAG,
    summary:
      "Whether this process takes work: every model was loaded once, at least one answers, the database was reached since the start, it is not draining, and no model hangs while another replica is well",
    access: ACCESS,
    answer: json("This process takes work.", Ready),
    errors: ["server_busy", "model_loading", "store_unavailable"],
  },
  readMetrics: {
    method: "get",
    path: "/metrics",
    tag: TAG,
    summary: "Metrics for Prometheus",
    description:
      "Asks for the token that the service was given for it; without one it answers its own machine alone.",
    access: ACCESS,
    answer: {
      status: 200,
      description: "The metrics.",
      content: { "text/plain": Type.String() },
    },
    errors: ["missing_api_key", "invalid_api_key"],
  },
} as const satisfies Readonly<Record<string, Operation>>;
