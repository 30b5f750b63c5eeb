import type { Kysely } from "kysely";
import { Webhook } from "standardwebhooks";
import type { StatusDatabase } from "#migrations/status/schema.ts";
import type { OverallStatus } from "#monitor/domain/overall.ts";
import type { SendResult } from "./attempt.ts";
import { incidentMail, signUpMail } from "./mail-message.ts";
import { linksOf } from "./notice.ts";
import { type NoticePage, readComponentNames, readNotice, readNoticePage } from "./notice-store.ts";
import { type ClaimedMessage, isFirstOfIncident } from "./outbox.ts";
import type { MailSender } from "./send-mail.ts";
import type { WebhookSender } from "./send-webhook.ts";
import { slackMessage, slackWelcome } from "./slack-message.ts";
import { confirmationBody, webhookBody } from "./webhook-body.ts";

/** What it takes to deliver a message. */
export interface Delivery {
  readonly db: Kysely<StatusDatabase>;
  /** The address of the page, without a slash at its end. */
  readonly statusUrl: string;
  /** Undefined where no mail server is set. */
  readonly mail: MailSender | undefined;
  readonly webhooks: WebhookSender;
  /** What the page says of everything now. */
  readonly overall: () => OverallStatus;
  readonly nowMs: () => number;
}

/** Writes a message and tries to deliver it once; rejects when it cannot be read or written. */
export async function deliver(
  delivery: Delivery,
  message: ClaimedMessage,
  stop: AbortSignal,
): Promise<SendResult> {
  const page = await readNoticePage(delivery.db);
  if (page === undefined) return ownFault("no prober has set the page up yet");
  return message.updateIds.length === 0
    ? answerSignUp(delivery, page, message, stop)
    : tellUpdate(delivery, page, message, stop);
}

async function answerSignUp(
  delivery: Delivery,
  page: NoticePage,
  message: ClaimedMessage,
  stop: AbortSignal,
): Promise<SendResult> {
  const { statusUrl } = delivery;
  const { id, channel, address, language, components, token, signingSecret, isConfirmed } =
    message.subscriber;
  const links = linksOf(statusUrl, token);
  const pageName = page.name[language];
  const messageKey = `subscription-${id}-${message.id}`;
  if (channel === "email") {
    const named = await readComponentNames(delivery.db);
    const chosen = named.filter((one) => components?.includes(one.id) ?? false);
    const mail = signUpMail({
      pageName,
      language,
      components: components === null ? undefined : chosen.map(({ name }) => name[language]),
      isConfirmed,
      links,
      messageKey,
    });
    return sendMail(delivery, address, mail, stop);
  }
  if (channel === "slack" || signingSecret === null) {
    const body = slackWelcome(pageName, language, links);
    return delivery.webhooks.send({ url: address, body, id: messageKey }, delivery.nowMs(), stop);
  }
  const body = confirmationBody({
    page: { id: page.id, name: pageName, url: statusUrl },
    id,
    components,
    language,
    signingSecret,
    links,
    askedAtMs: message.queuedAtMs,
  });
  return delivery.webhooks.send(
    { url: address, body, id: `msg_${id}_${message.id}`, signer: new Webhook(signingSecret) },
    delivery.nowMs(),
    stop,
  );
}

async function tellUpdate(
  delivery: Delivery,
  page: NoticePage,
  message: ClaimedMessage,
  stop: AbortSignal,
): Promise<SendResult> {
  const { db, statusUrl } = delivery;
  const { id, channel, address, language, token, signingSecret } = message.subscriber;
  const notice = await readNotice(db, page, delivery.overall(), message.updateIds);
  // Taken back before it was told.
  if (notice === undefined) return { kind: "delivered" };
  const links = linksOf(statusUrl, token);
  if (channel === "email") {
    const thread = { subscriberId: id, isFirst: await isFirstOfIncident(db, message) };
    const mail = incidentMail(notice, language, statusUrl, links, thread);
    return sendMail(delivery, address, mail, stop);
  }
  const webhook =
    channel === "slack" || signingSecret === null
      ? { body: slackMessage(notice, language, statusUrl, links) }
      : {
          body: webhookBody(notice, language, statusUrl, links),
          signer: new Webhook(signingSecret),
        };
  const webhookId = `msg_${id}_${notice.updates[0].id}`;
  return delivery.webhooks.send(
    { url: address, id: webhookId, ...webhook },
    delivery.nowMs(),
    stop,
  );
}

async function sendMail(
  { mail }: Delivery,
  ...[to, message, stop]: Parameters<MailSender["send"]>
): Promise<SendResult> {
  return mail === undefined ? ownFault("no mail server is set") : mail.send(to, message, stop);
}

function ownFault(error: string): SendResult {
  return { kind: "failed", error, isReceiversFault: false };
}
