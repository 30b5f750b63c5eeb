import { Webhook } from "standardwebhooks";
import { type MailMessage, type MailSender, openMailSender } from "#mail/sender.ts";
import type { MailSettings } from "#mail/settings.ts";
import type { Resolve } from "#runtime/allowed-lookup.ts";
import type { AddressPolicy } from "#runtime/public-url.ts";
import { openWebhooks, type WebhookResult, type WebhookSender } from "#runtime/webhook-sender.ts";
import { DELIVERY_LIMITS } from "./limits.ts";

/** Result of sending a message by any channel. */
export type SendResult = WebhookResult;

/** Returns a failure on our side: the receiver is not at fault, and the message is retried. */
export function ownFault(error: string): SendResult {
  return { kind: "failed", error, isReceiversFault: false };
}

/** What messages leave by. */
export interface Senders {
  /** Undefined where no mail server is set. */
  readonly mail: MailSender | undefined;
  readonly webhooks: WebhookSender;
}

/** A message in the form in which it leaves. */
export type Outgoing =
  | { readonly via: "mail"; readonly to: string; readonly mail: MailMessage }
  | {
      readonly via: "http";
      readonly url: string;
      readonly body: string;
      /** Stays the same over all attempts, so that a receiver can drop repeats. */
      readonly id: string;
      readonly headers?: Readonly<Record<string, string>> | undefined;
      /** The secret for a Standard Webhooks signature; absent for receivers that do not verify signatures. */
      readonly signingSecret?: string | undefined;
    };

/** Opens the sender of the monitor's webhooks. */
export function openWebhookSender(policy: AddressPolicy, resolve?: Resolve) {
  const { attemptTimeoutMs: timeoutMs } = DELIVERY_LIMITS;
  return openWebhooks({ policy, userAgent: "status-notifier", timeoutMs, resolve });
}

/** Opens the senders of one queue; disposing of them closes their connections. */
export function openSenders(
  settings: MailSettings | undefined,
  policy: AddressPolicy,
): Senders & AsyncDisposable {
  const mail = settings === undefined ? undefined : openMailSender(settings);
  const webhooks = openWebhookSender(policy);
  return {
    mail,
    webhooks,
    async [Symbol.asyncDispose]() {
      mail?.close();
      await webhooks.close();
    },
  };
}

/** Sends a message once; stops waiting for an answer when `stop` is aborted. Rejects when its secret signs nothing. */
export async function send(
  outgoing: Outgoing,
  { mail, webhooks }: Senders,
  nowMs: number,
  stop: AbortSignal,
): Promise<SendResult> {
  if (outgoing.via === "mail") {
    if (mail === undefined) return ownFault("no mail server is set");
    return mail.send(outgoing.to, outgoing.mail, stop);
  }
  const { url, body, id, headers, signingSecret } = outgoing;
  const signer = signingSecret === undefined ? undefined : new Webhook(signingSecret);
  return webhooks.send({ url, body, id, headers, signer }, nowMs, stop);
}
