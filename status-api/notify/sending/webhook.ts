import type { Resolve } from "#runtime/allowed-lookup.ts";
import type { AddressPolicy } from "#runtime/public-url.ts";
import { openWebhooks } from "#runtime/webhook-sender.ts";
import { DELIVERY_LIMITS } from "./limits.ts";

export type { WebhookSender } from "#runtime/webhook-sender.ts";

/** Opens the sender of the monitor's webhooks. */
export function openWebhookSender(policy: AddressPolicy, resolve?: Resolve) {
  const { attemptTimeoutMs: timeoutMs } = DELIVERY_LIMITS;
  return openWebhooks({ policy, userAgent: "status-notifier", timeoutMs, resolve });
}
