import { Type } from "typebox";

/** What every answer carries. */
export const EVERY_ANSWER = {
  "x-request-id": Type.String({
    description: "The id of the request; quote it when you report a problem.",
  }),
};

/** How the limits of the caller stand, on every counted answer. */
export const LIMIT_HEADERS = {
  "x-ratelimit-limit-requests": Type.String({ description: "Requests per minute." }),
  "x-ratelimit-remaining-requests": Type.String({ description: "How many are left." }),
  "x-ratelimit-reset-requests": Type.String({
    description: "When all of them are free again, as 59s or 1m0s.",
  }),
  "ratelimit-policy": Type.String({
    description: "The limits, as in draft-ietf-httpapi-ratelimit-headers.",
  }),
  ratelimit: Type.String({ description: "How they stand, likewise." }),
};

/** Whether and when another try is worth while. */
export const RETRY_HEADERS = {
  "retry-after": Type.String({
    description: "Whole seconds, 1 to 60; on retryable errors.",
  }),
  "x-should-retry": Type.String({
    enum: ["true", "false"],
    description: "Whether waiting helps; absent on errors that no client repeats anyway.",
  }),
};

/** On an answer that an earlier request of the same Idempotency-Key has had. */
export const REPLAYED_HEADER = {
  "idempotent-replayed": Type.String({
    enum: ["true"],
    description: "The request was not carried out again.",
  }),
};

/** The header by which a request happens once, however often it is sent. */
export const IDEMPOTENCY_KEY = Type.String({
  pattern: "^[\\x21-\\x7e]{1,255}$",
  description: "A request with the same key and content is answered again and not carried out.",
});
