import { DELIVERY_LIMITS } from "./limits.ts";
import type { SendResult } from "./senders.ts";

/** A message leased to this process: no other process tries it before the lease ends. */
export interface LeasedMessage {
  readonly id: number;
  readonly queuedAtMs: number;
  /** The number of attempts, including this one. */
  readonly attempts: number;
}

/** A leased message with what decides on further attempts. */
export interface ClaimedMessage extends LeasedMessage {
  /** How long after `queuedAtMs` it is tried. */
  readonly tryForMs: number;
  /** When deliveries to its receiver began to fail; null while they succeed. */
  readonly failingSinceMs: number | null;
  /** The longest wait between two attempts; an hour unless set. */
  readonly maxRetryMs?: number;
}

export type AfterAttempt =
  | { readonly kind: "done" }
  | { readonly kind: "retry"; readonly dueAtMs: number; readonly failingSinceMs: number | null }
  | {
      readonly kind: "give_up";
      readonly failingSinceMs: number | null;
      /** Why the subscription ends; null while it goes on. */
      readonly ends: "unsubscribed" | "undeliverable" | null;
    }
  /** It was cut off, since its process stops; another process tries it at once. */
  | { readonly kind: "release" };

/**
 * Returns what to do after an attempt that ended at `nowMs`, and was perhaps cut off; `random` is from 0 to 1, for the jitter.
 */
export function afterAttempt(
  message: ClaimedMessage,
  result: SendResult,
  nowMs: number,
  random: number,
  isCutOff = false,
): AfterAttempt {
  if (result.kind === "delivered") return { kind: "done" };
  if (isCutOff && result.kind === "failed") return { kind: "release" };
  const blamesReceiver = result.kind !== "failed" || result.isReceiversFault;
  const failingSinceMs = blamesReceiver
    ? (message.failingSinceMs ?? nowMs)
    : message.failingSinceMs;
  if (result.kind === "gone") return { kind: "give_up", failingSinceMs, ends: "unsubscribed" };
  const waitMs = Math.max(
    retryDelayMs(message.attempts, random, message.maxRetryMs),
    result.kind === "failed" ? Math.min(result.retryAfterMs ?? 0, DELIVERY_LIMITS.maxRetryMs) : 0,
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

/** Returns an exponential backoff up to `maxRetryMs`, less up to half of it at random, so that retries spread. */
export function retryDelayMs(
  attempts: number,
  random: number,
  maxRetryMs: number = DELIVERY_LIMITS.maxRetryMs,
): number {
  const { firstRetryMs } = DELIVERY_LIMITS;
  const fullMs = Math.min(maxRetryMs, firstRetryMs * 2 ** (attempts - 1));
  return Math.round(fullMs * (1 - random / 2));
}
