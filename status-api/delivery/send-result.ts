import type { WebhookResult } from "#runtime/webhook-sender.ts";

/** Result of sending a message by any channel. */
export type SendResult = WebhookResult;

/** Returns a failure on our side: the receiver is not at fault, and the message is retried. */
export function ownFault(error: string): SendResult {
  return { kind: "failed", error, isReceiversFault: false };
}
