import cors from "@fastify/cors";
import type { FastifyInstance } from "fastify";

const PREFLIGHT_SECONDS = 600;
/** Response headers that a script may read besides type and length. */
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
 * Allows pages of other origins to call this service with a session token; `*` means all origins, and an empty list none. Such
 * pages can never send cookies. Must be called before the routes are added, since they determine the methods of each path.
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
