import { Type } from "typebox";
import { LIMITS } from "./limits.ts";
import { json, type Operation } from "./operation.ts";
import { Timestamp } from "./schema.ts";

export const SessionBody = Type.Object({
  object: Type.Literal("session"),
  token: Type.String({ pattern: "^st_" }),
  expires_at: Timestamp,
  expires_in: Type.Literal(LIMITS.sessionSeconds),
});

export const sessionSchemas = { Session: SessionBody };

export const sessionOperations = {
  createSession: {
    method: "post",
    path: "/v1/sessions",
    tag: "Account",
    summary: "Begin a demo session",
    description:
      "With an account's API key: what the session does counts toward the key's limits and the account's quota, and the session ends with the key. The service's own pages need none; a limit per address holds for them.",
    access: "account",
    answer: json("The session.", SessionBody, 201),
    errors: ["rate_limit_exceeded", "store_unavailable"],
  },
} as const satisfies Readonly<Record<string, Operation>>;
