import { facts, letter, link, paragraph, title } from "#mail/letter.ts";
import type { MailMessage } from "#mail/sender.ts";
import type { AlertMessage } from "#monitor/alerts/channels/channel.ts";
import { alertChannelNamed } from "#monitor/alerts/channels/channels.ts";
import type { AlertReceiver } from "#monitor/alerts/configuration.ts";
import { send, type Senders, type SendResult } from "../delivery/senders.ts";

/** Sends a message to a receiver once; rejects when the message cannot be built. */
export async function sendAlert(
  { channel, settings }: AlertReceiver,
  message: AlertMessage,
  senders: Senders,
  stop: AbortSignal,
): Promise<SendResult> {
  const sending = alertChannelNamed(channel).sendingOf(message, settings);
  const [to, letter] =
    sending.via === "mail"
      ? [sending.to, { mail: mailOf(message) }]
      : [sending.url, { ...sending, id: message.messageId }];
  return refusedForGood(await send(to, letter, senders, message.sentAtMs, stop));
}

/** 4xx statuses after which a retry may succeed: timeout, conflict, too early, too many requests. */
const NOT_YET: ReadonlySet<number> = new Set([408, 409, 425, 429]);

/**
 * Makes all other 4xx answers final: vendors ask not to repeat such requests (revoked key, removed channel, unreadable body).
 */
function refusedForGood(result: SendResult): SendResult {
  if (result.kind !== "failed") return result;
  const { statusCode = 0, error } = result;
  const isRefused = statusCode >= 400 && statusCode < 500 && !NOT_YET.has(statusCode);
  return isRefused ? { kind: "refused", error } : result;
}

/** Returns the mail of an alert; all mails of one cause form one thread. */
function mailOf(message: AlertMessage): MailMessage {
  const { thread, beginsThread, messageId, language, text, links, url } = message;
  const domain = new URL(url).hostname;
  const root = `<alert-${thread}@${domain}>`;
  return {
    subject: message.title,
    messageId: beginsThread ? root : `<${messageId}@${domain}>`,
    inReplyTo: beginsThread ? undefined : root,
    ...letter(language, [
      title(message.title),
      ...(text === "" ? [] : [paragraph(text)]),
      ...facts(message.facts.map(({ label, value }) => [label, value])),
      ...links.map(link),
    ]),
  };
}
