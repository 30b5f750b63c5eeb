import { Type } from "typebox";
import type { Operation } from "./operation.ts";

const state = Type.String({ enum: ["ok", "degraded"] });

/** The health document of synthesis. */
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
});

const Alive = Type.Object({ status: Type.Literal("ok") });
const tag = "Health";
const access = "anonymous";

export const healthSchemas = { SynthesisHealth: SynthesisHealthBody };

export const healthOperations: readonly Operation[] = [
  {
    method: "get",
    path: "/health/synth",
    id: "readSynthesisHealth",
    tag,
    summary: "Read the state of every synthesis model",
    access,
    answer: {
      status: 200,
      description: "The health document.",
      content: { "application/json": SynthesisHealthBody },
    },
  },
  {
    method: "get",
    path: "/healthz",
    id: "readLiveness",
    tag,
    summary: "Whether the process runs",
    access,
    answer: { status: 200, description: "It does.", content: { "application/json": Alive } },
  },
  {
    method: "get",
    path: "/readyz",
    id: "readReadiness",
    tag,
    summary: "Whether the database and at least one model answer",
    access,
    answer: { status: 200, description: "They do.", content: { "application/json": Alive } },
    errors: ["server_busy", "model_loading"],
  },
  {
    method: "get",
    path: "/metrics",
    id: "readMetrics",
    tag,
    summary: "Metrics for Prometheus",
    description: "Where the service is told to, it asks for a token of its own.",
    access,
    answer: {
      status: 200,
      description: "The metrics.",
      content: { "text/plain": Type.String() },
    },
    errors: ["missing_api_key", "invalid_api_key"],
  },
];
