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

export interface SenderSettings {
  /** Undefined without a mail server. */
  readonly mail: MailSettings | undefined;
  readonly webhooks: AddressPolicy;
}

/** The settings of an installation that sends messages. */
export interface DeliverySettings extends SenderSettings {
  /** The URL of the page, without a trailing slash. */
  readonly statusUrl: string;
}

/** What messages leave by. */
export interface Senders {
  /** Undefined where no mail server is set. */
  readonly mail: MailSender | undefined;
  readonly webhooks: WebhookSender;
}

/** A message in the form in which it leaves, by mail or as a request. */
export type Letter =
  | { readonly mail: MailMessage }
  | {
      readonly body: string;
      /** Stays the same over all attempts, so that a receiver can drop repeats. */
      readonly id: string;
      readonly headers?: Readonly<Record<string, string>> | undefined;
      /** The secret for a Standard Webhooks signature; undefined for receivers that do not verify signatures. */
      readonly signingSecret?: string | undefined;
    };

/** Opens the sender of the monitor's webhooks. */
export function openWebhookSender(policy: AddressPolicy, resolve?: Resolve) {
  const { attemptTimeoutMs: timeoutMs } = DELIVERY_LIMITS;
  return openWebhooks({ policy, userAgent: "status-notifier", timeoutMs, resolve });
}

/** Opens the senders of one queue; disposing of them closes their connections. */
export function openSenders(settings: SenderSettings): Senders & AsyncDisposable {
  const mail = settings.mail === undefined ? undefined : openMailSender(settings.mail);
  const webhooks = openWebhookSender(settings.webhooks);
  return {
    mail,
    webhooks,
    async [Symbol.asyncDispose]() {
      mail?.close();
      await webhooks.close();
    },
  };
}

/** Sends a letter to an e-mail address or URL, once; stops waiting when `stop` is aborted. Rejects when its secret signs nothing. */
export async function send(
  to: string,
  letter: Letter,
  { mail, webhooks }: Senders,
  nowMs: number,
  stop: AbortSignal,
): Promise<SendResult> {
  if ("mail" in letter) {
    return mail === undefined
      ? ownFault("no mail server is set")
      : mail.send(to, letter.mail, stop);
  }
  const { body, id, headers, signingSecret } = letter;
  const signer = signingSecret === undefined ? undefined : new Webhook(signingSecret);
  return webhooks.send({ url: to, body, id, headers, signer }, nowMs, stop);
}
