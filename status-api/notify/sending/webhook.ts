import { connectorToAny } from "#runtime/undici-connector.ts";
import type { Webhook } from "standardwebhooks";
import { Agent, request } from "undici";
import type { SendResult } from "./send-result.ts";
import { DELIVERY_LIMITS } from "./limits.ts";
import {
  AddressNotAllowed,
  allowedLookup,
  resolveBySystem,
  type Resolve,
} from "#runtime/allowed-lookup.ts";
import { readPublicUrl, type AddressPolicy } from "#runtime/public-url.ts";

interface WebhookRequest {
  readonly url: string;
  readonly body: string;
  /** Stays the same over all attempts, so that a receiver can drop repeats. */
  readonly id: string;
  /** Signs the request according to Standard Webhooks; undefined for receivers that check no signatures. */
  readonly signer?: Webhook | undefined;
  /** Additional headers, such as an authorization or another content type. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

export type WebhookSender = ReturnType<typeof openWebhookSender>;

const NOT_ALLOWED = "the name has no address that webhooks go to";
const GONE = 410;

/**
 * Opens a sender. The address of a host name is checked and connected to in one step, so that the name cannot resolve to
 * another one in between.
 */
export function openWebhookSender(policy: AddressPolicy, resolve: Resolve = resolveBySystem) {
  const agent = new Agent({
    connect: connectorToAny({
      resolve: allowedLookup(policy, resolve),
      timeoutMs: DELIVERY_LIMITS.attemptTimeoutMs,
    }),
    // Each request has its own connection, and so its own check.
    pipelining: 0,
  });
  return {
    /** Resolves with the result, within the timeout of an attempt; never rejects. */
    async send(webhook: WebhookRequest, nowMs: number, stop: AbortSignal): Promise<SendResult> {
      // Checked again: the setting may have changed, and literal addresses are not looked up.
      if (readPublicUrl(webhook.url, policy) === undefined) {
        return { kind: "refused", error: "the address is not one that webhooks go to" };
      }
      const timeout = AbortSignal.timeout(DELIVERY_LIMITS.attemptTimeoutMs);
      try {
        const response = await request(webhook.url, {
          method: "POST",
          headers: headersOf(webhook, nowMs),
          body: webhook.body,
          dispatcher: agent,
          signal: AbortSignal.any([timeout, stop]),
        });
        // Only the status line counts; the body is not read.
        response.body.on("error", () => {}).destroy();
        return resultOf(response.statusCode, response.headers["retry-after"], nowMs);
      } catch (error) {
        const isNotAllowed = error instanceof AddressNotAllowed;
        return isNotAllowed
          ? { kind: "refused", error: NOT_ALLOWED }
          : {
              kind: "failed",
              error: describe(error, timeout),
              isReceiversFault: !stop.aborted,
              mayHaveArrived: !hasNotLeft(error),
            };
      }
    },
    close: (): Promise<void> => agent.destroy(),
  };
}

function headersOf(
  { id, body, signer, headers: own }: WebhookRequest,
  nowMs: number,
): Record<string, string> {
  const headers = {
    "content-type": "application/json",
    "user-agent": "status-notifier",
    ...own,
  };
  if (signer === undefined) return headers;
  const signedAt = new Date(nowMs);
  return {
    ...headers,
    "webhook-id": id,
    "webhook-timestamp": String(Math.floor(nowMs / 1000)),
    "webhook-signature": signer.sign(id, signedAt, body),
  };
}

function resultOf(
  statusCode: number,
  retryAfter: string | string[] | undefined,
  nowMs: number,
): SendResult {
  if (statusCode >= 200 && statusCode < 300) return { kind: "delivered" };
  const error = `status ${statusCode}`;
  if (statusCode === GONE) return { kind: "gone", error };
  const retryAfterMs = retryAfterMsOf(retryAfter, nowMs);
  return { kind: "failed", error, isReceiversFault: true, retryAfterMs, statusCode };
}

/** Returns the wait in ms of a Retry-After header, which holds seconds or a date. */
function retryAfterMsOf(header: string | string[] | undefined, nowMs: number): number | undefined {
  if (typeof header !== "string") return undefined;
  const waitMs = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - nowMs;
  return Number.isFinite(waitMs) ? Math.max(0, waitMs) : undefined;
}

/** Connection errors, after which nothing of the request was sent. */
const notConnected: ReadonlySet<unknown> = new Set(
  "ECONNREFUSED ENOTFOUND EAI_AGAIN EHOSTUNREACH ENETUNREACH ETIMEDOUT UND_ERR_CONNECT_TIMEOUT".split(
    " ",
  ),
);

function hasNotLeft(error: unknown): boolean {
  return notConnected.has((error as { code?: unknown }).code);
}

function describe(error: unknown, timeout: AbortSignal): string {
  if (timeout.aborted) return `no answer within ${DELIVERY_LIMITS.attemptTimeoutMs} ms`;
  const { code, message } = error as { code?: unknown; message?: unknown };
  return typeof code === "string" ? code : String(message);
}
