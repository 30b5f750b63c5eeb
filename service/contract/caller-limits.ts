import { Type } from "typebox";
import { ACTIVITIES, COLLECTIONS, KEPT, keysOf } from "./activities.ts";
import { json, type Operation } from "./operation.ts";
import { each, Timestamp } from "./schema.ts";

const nullableNumber = Type.Union([Type.Number(), Type.Null()], {
  description: "Null is no limit.",
});
const standing = Type.Object({ limit: nullableNumber, remaining: nullableNumber });
const month = Type.Object({
  limit: nullableNumber,
  used: Type.Number(),
  reserved: Type.Number(),
  remaining: nullableNumber,
});
const collection = Type.Object({ requests_per_minute: standing });
const activity = Type.Object({ requests_per_minute: standing, concurrent: standing });

export const LimitsBody = Type.Object({
  object: Type.Literal("limits"),
  activities: each(keysOf(ACTIVITIES), activity),
  collections: each(COLLECTIONS, collection, {
    description: "What is kept with the service, and how often it may be read and changed.",
  }),
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
  ...each(
    Object.values(KEPT).map(({ field }) => field),
    nullableNumber,
  ).properties,
  upload_bytes: Type.Integer(),
  audio_seconds: Type.Integer(),
  input_characters: Type.Integer(),
  instructions_characters: Type.Integer(),
});

export const limitSchemas = { Limits: LimitsBody };

export const limitOperations = {
  readLimits: {
    method: "get",
    path: "/v1/limits",
    tag: "Account",
    summary: "Get limits and usage",
    access: "credential",
    answer: json("The limits.", LimitsBody),
    errors: ["store_unavailable"],
  },
} as const satisfies Readonly<Record<string, Operation>>;
