import type { FastifyInstance } from "fastify";
import type { UsageLedger } from "../accounts/usage.ts";
import { ApiError } from "../http/errors.ts";
import { principalOf, type Guard } from "../http/guard.ts";

const DAYS = 30;

/** `GET /v1/usage`: what the account of the caller's key used in the last 30 days. */
export async function usageRoutes(
  app: FastifyInstance,
  { guard, usage }: { readonly guard: Guard; readonly usage: UsageLedger },
): Promise<void> {
  app.get("/v1/usage", { onRequest: guard.authenticated }, async (request) => {
    const principal = principalOf(request);
    if (principal.kind !== "key") throw new ApiError("account_required");
    const days = await usage.read(principal.accountId, firstDay(new Date()));
    return {
      object: "list",
      data: days.map(({ day, product, keyId, requests, audioSeconds, characters }) => ({
        day,
        product,
        api_key_id: keyId,
        requests,
        audio_seconds: audioSeconds,
        characters,
      })),
      has_more: false,
    };
  });
}

/** The first UTC day of the last 30. */
export function firstDay(now: Date): string {
  return new Date(now.getTime() - (DAYS - 1) * 86_400_000).toISOString().slice(0, 10);
}
