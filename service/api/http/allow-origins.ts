import cors from "@fastify/cors";
import type { FastifyInstance } from "fastify";

const PREFLIGHT_SECONDS = 600;
/** What a script may read of an answer beside its type and length. */
const EXPOSED_HEADERS = [
  "retry-after",
  "x-request-id",
  "x-should-retry",
  "x-ratelimit-limit-requests",
  "x-ratelimit-remaining-requests",
  "x-ratelimit-reset-requests",
  "x-sample-rate",
  "x-audio-channels",
  "x-removed-markup",
  "x-ignored-words",
  "x-warnings",
  "idempotent-replayed",
];

/**
 * Lets pages of other origins call this service with a session token; `*` are all origins, and without any there is nothing to do. Cookies
 * are never among what such a page may send. Comes before the routes, which tell which methods an address takes.
 */
export async function allowOrigins(
  app: FastifyInstance,
  origins: readonly string[],
): Promise<void> {
  if (origins.length === 0) return;
  await app.register(cors, {
    origin: origins.includes("*") ? "*" : [...origins],
    methods: ["GET", "POST", "PATCH", "DELETE"],
    exposedHeaders: EXPOSED_HEADERS,
    maxAge: PREFLIGHT_SECONDS,
    credentials: false,
  });
}
