import { Type } from "typebox";
import { keysOf, PRODUCTS } from "./activities.ts";
import { json, type Operation } from "./operation.ts";
import { choice } from "./schema.ts";

const Day = Type.String({
  pattern: String.raw`^\d{4}-\d{2}-\d{2}$`,
  "x-takes": "a UTC day like 2026-11-21",
  description: "A UTC day, like 2026-11-21.",
});

const UsageQuery = Type.Object({
  start_day: Type.Optional(Day),
  end_day: Type.Optional(Day),
});

const used = {
  requests: Type.Integer(),
  audio_seconds: Type.Number(),
  characters: Type.Integer(),
};

export const UsageBody = Type.Object({
  object: Type.Literal("list"),
  start_day: Day,
  end_day: Day,
  data: Type.Array(
    Type.Object({
      day: Day,
      product: choice(keysOf(PRODUCTS)),
      api_key_id: Type.String(),
      ...used,
    }),
  ),
  total: Type.Object(used),
  has_more: Type.Literal(false),
});

export const usageSchemas = { Usage: UsageBody };

export const usageOperations = {
  readUsage: {
    method: "get",
    path: "/v1/usage",
    tag: "Account",
    summary: "Read the account's usage by day, product and key",
    description: "The last 30 days, or those of the query, at most 366.",
    access: "account",
    query: UsageQuery,
    answer: json("The usage.", UsageBody),
    errors: ["store_unavailable"],
  },
} as const satisfies Readonly<Record<string, Operation>>;
