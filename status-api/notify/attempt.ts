import { DELIVERY_LIMITS } from "./sending/limits.ts";
import type { SendResult } from "./sending/send-result.ts";

export interface AttemptedMessage {
  readonly queuedAtMs: number;
  /** How long after `queuedAtMs` it is tried. */
  readonly tryForMs: number;
  /** The number of attempts, including this one. */
  readonly attempts: number;
  /** When deliveries to the subscriber began to fail; null while they succeed. */
  readonly failingSinceMs: number | null;
  /** The longest wait between two attempts. */
  readonly MAX_RETRY_MS?: number;
}

export type AfterAttempt =
  | { readonly kind: "done" }
  | { readonly kind: "retry"; readonly dueAtMs: number; readonly failingSinceMs: number | null }
  | {
      readonly kind: "give_up";
      readonly failingSinceMs: number | null;
      /** Why the subscription ends; null while it goes on. */
      readonly ends: "unsubscribed" | "undeliverable" | null;
    };

/** Returns what to do after an attempt that ended at `nowMs`; `random` is from 0 to 1, for the jitter. */
export function afterAttempt(
  message: AttemptedMessage,
  result: SendResult,
  nowMs: number,
  random: number,
): AfterAttempt {
  if (result.kind === "delivered") return { kind: "done" };
  const blamesReceiver = result.kind !== "failed" || result.isReceiversFault;
  const failingSinceMs = blamesReceiver
    ? (message.failingSinceMs ?? nowMs)
    : message.failingSinceMs;
  if (result.kind === "gone") return { kind: "give_up", failingSinceMs, ends: "unsubscribed" };
  const waitMs = Math.max(
    retryDelayMs(message.attempts, random, message.MAX_RETRY_MS),
    result.kind === "failed" ? Math.min(result.retryAfterMs ?? 0, DELIVERY_LIMITS.MAX_RETRY_MS) : 0,
  );
  const isTooOld = nowMs + waitMs - message.queuedAtMs > message.tryForMs;
  if (result.kind === "failed" && !isTooOld) {
    return { kind: "retry", dueAtMs: nowMs + waitMs, failingSinceMs };
  }
  const isLost =
    blamesReceiver &&
    failingSinceMs !== null &&
    nowMs - failingSinceMs >= DELIVERY_LIMITS.undeliverableAfterMs;
  return { kind: "give_up", failingSinceMs, ends: isLost ? "undeliverable" : null };
}

/** Returns an exponential backoff up to `MAX_RETRY_MS`, less up to half of it at random, so that retries spread. */
export function retryDelayMs(
  attempts: number,
  random: number,
  MAX_RETRY_MS: number = DELIVERY_LIMITS.MAX_RETRY_MS,
): number {
  const { firstRetryMs } = DELIVERY_LIMITS;
  const fullMs = Math.min(MAX_RETRY_MS, firstRetryMs * 2 ** (attempts - 1));
  return Math.round(fullMs * (1 - random / 2));
}
