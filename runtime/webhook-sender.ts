import type { Webhook } from "standardwebhooks";
import { Agent, request } from "undici";
import {
  AddressNotAllowed,
  allowedLookup,
  resolveBySystem,
  type Resolve,
} from "./allowed-lookup.ts";
import { readPublicUrl, type AddressPolicy } from "./public-url.ts";
import { connectorToAny } from "./undici-connector.ts";

interface WebhookRequest {
  readonly url: string;
  readonly method?: "POST" | "PUT" | undefined;
  readonly body: string;
  /** Stays the same over all attempts, so that a receiver can drop repeats. */
  readonly id: string;
  /** Signs the request according to Standard Webhooks; undefined for receivers that check no signatures. */
  readonly signer?: Webhook | undefined;
  /** Additional headers, such as an authorization or another content type. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

export type WebhookResult =
  | { readonly kind: "delivered" }
  /** The receiver wants nothing more. */
  | { readonly kind: "gone"; readonly error: string }
  /** This receiver will not take it, however often it is tried. */
  | { readonly kind: "refused"; readonly error: string }
  | {
      readonly kind: "failed";
      readonly error: string;
      /** Whether the receiver is at fault, rather than something between us and all receivers. */
      readonly isReceiversFault: boolean;
      /** How long the receiver asks to wait before a retry. */
      readonly retryAfterMs?: number | undefined;
      /** The HTTP status of the receiver's answer. */
      readonly statusCode?: number;
      /** Whether it was sent but not answered, so that the receiver may have it nevertheless. */
      readonly mayHaveArrived?: boolean;
    };

interface WebhookSending {
  readonly policy: AddressPolicy;
  /** The `User-Agent` of requests. */
  readonly userAgent: string;
  /** Maximum time from the first packet to the status line. */
  readonly timeoutMs: number;
  readonly resolve?: Resolve | undefined;
}

export type WebhookSender = ReturnType<typeof openWebhooks>;

const NOT_ALLOWED = "the name has no address that webhooks go to";
const GONE = 410;

/**
 * Opens a sender. The address of a host name is checked and connected to in one step, so that the name cannot resolve to
 * another one in between.
 */
export function openWebhooks({
  policy,
  userAgent,
  timeoutMs,
  resolve = resolveBySystem,
}: WebhookSending) {
  const agent = new Agent({
    connect: connectorToAny({ resolve: allowedLookup(policy, resolve), timeoutMs }),
    // Each request has its own connection, and so its own check.
    pipelining: 0,
  });
  return {
    /** Resolves with the result, within the timeout of an attempt; never rejects. */
    async send(webhook: WebhookRequest, nowMs: number, stop: AbortSignal): Promise<WebhookResult> {
      // Checked again: the setting may have changed, and literal addresses are not looked up.
      if (readPublicUrl(webhook.url, policy) === undefined) {
        return { kind: "refused", error: "the address is not one that webhooks go to" };
      }
      const timeout = AbortSignal.timeout(timeoutMs);
      try {
        const response = await request(webhook.url, {
          method: webhook.method ?? "POST",
          headers: headersOf(webhook, userAgent, nowMs),
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
              error: timeout.aborted ? `no answer within ${timeoutMs} ms` : describe(error),
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
  userAgent: string,
  nowMs: number,
): Record<string, string> {
  const headers = {
    "content-type": "application/json",
    "user-agent": userAgent,
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
): WebhookResult {
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
const NOT_CONNECTED: ReadonlySet<unknown> = new Set(
  "ECONNREFUSED ENOTFOUND EAI_AGAIN EHOSTUNREACH ENETUNREACH ETIMEDOUT UND_ERR_CONNECT_TIMEOUT".split(
    " ",
  ),
);

function hasNotLeft(error: unknown): boolean {
  return NOT_CONNECTED.has((error as { code?: unknown }).code);
}

function describe(error: unknown): string {
  const { code, message } = error as { code?: unknown; message?: unknown };
  return typeof code === "string" ? code : String(message);
}
