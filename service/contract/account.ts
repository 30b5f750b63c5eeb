import { Type } from "typebox";
import { LIMITS } from "./limits.ts";
import { Timestamp } from "./lists.ts";
import type { Operation } from "./operation.ts";

const Day = Type.String({
  pattern: String.raw`^\d{4}-\d{2}-\d{2}$`,
  description: "A UTC day, like 2026-11-21.",
});

/** Which days of usage are asked for; validates the query of `GET /v1/usage`. */
export const UsageQuery = Type.Object({
  start_day: Type.Optional(Day),
  end_day: Type.Optional(Day),
});

const used = {
  requests: Type.Integer(),
  audio_seconds: Type.Number(),
  characters: Type.Integer(),
};
const products = ["transcription", "stream", "speech"];

/** What an account used. */
export const UsageBody = Type.Object({
  object: Type.Literal("list"),
  start_day: Day,
  end_day: Day,
  data: Type.Array(
    Type.Object({
      day: Day,
      product: Type.String({ enum: products }),
      api_key_id: Type.String(),
      ...used,
    }),
  ),
  total: Type.Object(used),
  has_more: Type.Literal(false),
});

const orNone = Type.Union([Type.Number(), Type.Null()], { description: "Null is no limit." });
const standing = Type.Object({ limit: orNone, remaining: orNone });
const month = Type.Object({
  limit: orNone,
  used: Type.Number(),
  reserved: Type.Number(),
  remaining: orNone,
});
const collection = Type.Object({ requests_per_minute: standing });
const activity = Type.Object({ requests_per_minute: standing, concurrent: standing });

/** The limits of the caller. */
export const LimitsBody = Type.Object({
  object: Type.Literal("limits"),
  activities: Type.Object({
    transcription: activity,
    stream: activity,
    speech: activity,
    speech_stream: activity,
  }),
  collections: Type.Object(
    { voices: collection, pronunciations: collection },
    { description: "What is kept with the service, and how often it may be read and changed." },
  ),
  quota: Type.Union(
    [
      Type.Object({
        month: Type.String(),
        resets_at: Timestamp,
        audio_seconds: month,
        characters: month,
      }),
      Type.Null(),
    ],
    { description: "Null for a demo session." },
  ),
  saved_voices: orNone,
  pronunciations: orNone,
  upload_bytes: Type.Integer(),
  audio_seconds: Type.Integer(),
  input_characters: Type.Integer(),
  instructions_characters: Type.Integer(),
});

/** A model to choose. */
export const ModelsBody = Type.Object({
  object: Type.Literal("list"),
  data: Type.Array(
    Type.Object({
      id: Type.String(),
      object: Type.Literal("model"),
      created: Type.Integer({ description: "Seconds since 1970." }),
      owned_by: Type.String(),
      task: Type.String({ enum: ["transcription", "synthesis"] }),
      sample_rate: Type.Integer({ description: "Hertz." }),
    }),
  ),
});

/** A demo session. */
export const SessionBody = Type.Object({
  object: Type.Literal("session"),
  token: Type.String({ pattern: "^st_" }),
  expires_at: Timestamp,
  expires_in: Type.Literal(LIMITS.sessionSeconds),
});

export const accountSchemas = {
  Usage: UsageBody,
  Limits: LimitsBody,
  ModelList: ModelsBody,
  Session: SessionBody,
};

const tag = "Account";

export const accountOperations: readonly Operation[] = [
  {
    method: "get",
    path: "/v1/models",
    id: "listModels",
    tag,
    summary: "List the models",
    access: "credential",
    answer: {
      status: 200,
      description: "Every model.",
      content: { "application/json": ModelsBody },
    },
  },
  {
    method: "get",
    path: "/v1/limits",
    id: "readLimits",
    tag,
    summary: "Read the limits of the caller and how they stand",
    access: "credential",
    answer: {
      status: 200,
      description: "The limits.",
      content: { "application/json": LimitsBody },
    },
    errors: ["store_unavailable"],
  },
  {
    method: "get",
    path: "/v1/usage",
    id: "readUsage",
    tag,
    summary: "Read the account's usage by day, product and key",
    description: "The last 30 days, or those of the query, at most 366.",
    access: "account",
    query: UsageQuery.properties,
    answer: {
      status: 200,
      description: "The usage.",
      content: { "application/json": UsageBody },
    },
    errors: ["store_unavailable"],
  },
  {
    method: "post",
    path: "/v1/sessions",
    id: "createSession",
    tag,
    summary: "Begin a demo session",
    description:
      "With an account's API key. The service's own pages need none; a limit per address holds for them.",
    access: "account",
    answer: {
      status: 201,
      description: "The session.",
      content: { "application/json": SessionBody },
    },
    errors: ["rate_limit_exceeded"],
  },
];
