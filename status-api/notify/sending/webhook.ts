import type { LookupAddress } from "node:dns";
import { lookup as lookUpAddresses } from "node:dns/promises";
import { connectorToAny } from "#runtime/undici-connector.ts";
import type { Webhook } from "standardwebhooks";
import { Agent, request } from "undici";
import type { SendResult } from "./send-result.ts";
import { deliveryLimits } from "./limits.ts";
import { mayConnectTo, readPublicUrl, type WebhookPolicy } from "./public-url.ts";

interface WebhookRequest {
  readonly url: string;
  readonly body: string;
  /** Stays the same over all attempts, so that a receiver can drop repeats. */
  readonly id: string;
  /** Signs the request as Standard Webhooks has it; undefined for receivers that know no signatures. */
  readonly signer?: Webhook | undefined;
  /** Of its own, such as an authorization or another content type. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

export type WebhookSender = ReturnType<typeof openWebhookSender>;

export type Resolve = (hostname: string) => Promise<readonly LookupAddress[]>;

const resolveBySystem: Resolve = (hostname) => lookUpAddresses(hostname, { all: true });

const gone = 410;

/** Opens a sender; the address that a name has is checked and connected to in one step, whatever the name has later. */
export function openWebhookSender(policy: WebhookPolicy, resolve: Resolve = resolveBySystem) {
  const agent = new Agent({
    connect: connectorToAny({
      resolve: allowedLookup(policy, resolve),
      timeoutMs: deliveryLimits.attemptTimeoutMs,
    }),
    // Each request has a connection of its own, and with it a check of its own.
    pipelining: 0,
  });
  return {
    /** Resolves with what came of it; never rejects, but takes no longer than an attempt may. */
    async send(webhook: WebhookRequest, nowMs: number, stop: AbortSignal): Promise<SendResult> {
      // Checked again: the setting may have changed, and literal addresses are not looked up.
      if (readPublicUrl(webhook.url, policy) === undefined) {
        return { kind: "refused", error: "the address is not one that webhooks go to" };
      }
      const timeout = AbortSignal.timeout(deliveryLimits.attemptTimeoutMs);
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
          ? { kind: "refused", error: error.message }
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

const notAllowed = "the name has no address that webhooks go to";

class AddressNotAllowed extends Error {
  override readonly name = "AddressNotAllowed";
}

/** Looks a name up for a connection that is about to be made, and hands on the allowed addresses of it. */
function allowedLookup(policy: WebhookPolicy, resolve: Resolve): Resolve {
  return async (hostname) => {
    const allowed = (await resolve(hostname)).filter(({ address }) =>
      mayConnectTo(address, policy),
    );
    if (allowed.length === 0) throw new AddressNotAllowed(notAllowed);
    return allowed;
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
  if (statusCode === gone) return { kind: "gone", error };
  const retryAfterMs = retryAfterMsOf(retryAfter, nowMs);
  return { kind: "failed", error, isReceiversFault: true, retryAfterMs, statusCode };
}

/** Reads Retry-After: seconds, or a date. */
function retryAfterMsOf(header: string | string[] | undefined, nowMs: number): number | undefined {
  if (typeof header !== "string") return undefined;
  const waitMs = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - nowMs;
  return Number.isFinite(waitMs) ? Math.max(0, waitMs) : undefined;
}

/** Errors of connecting: nothing of the request was sent. */
const notConnected: ReadonlySet<unknown> = new Set(
  "ECONNREFUSED ENOTFOUND EAI_AGAIN EHOSTUNREACH ENETUNREACH ETIMEDOUT UND_ERR_CONNECT_TIMEOUT".split(
    " ",
  ),
);

function hasNotLeft(error: unknown): boolean {
  return notConnected.has((error as { code?: unknown }).code);
}

function describe(error: unknown, timeout: AbortSignal): string {
  if (timeout.aborted) return `no answer within ${deliveryLimits.attemptTimeoutMs} ms`;
  const { code, message } = error as { code?: unknown; message?: unknown };
  return typeof code === "string" ? code : String(message);
}
