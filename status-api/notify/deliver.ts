import type { Kysely } from "kysely";
import type { StatusDatabase } from "#migrations/status/schema.ts";
import type { OverallStatus } from "#monitor/domain/overall.ts";
import { readComponentNames } from "#monitor/store/components.ts";
import type { Senders } from "./channels/channel.ts";
import { channelNamed } from "./channels/channels.ts";
import { linksOf } from "./messages/notice.ts";
import { readNotice, readNoticePage } from "./notice-store.ts";
import { type ClaimedMessage, isFirstOfIncident } from "./outbox.ts";
import { ownFault, type SendResult } from "./sending/send-result.ts";

/** What it takes to deliver a message. */
export interface Delivery extends Pick<Senders, "mail" | "webhooks"> {
  readonly db: Kysely<StatusDatabase>;
  /** The address of the page, without a slash at its end. */
  readonly statusUrl: string;
  /** What the page says of everything now. */
  readonly overall: () => OverallStatus;
  readonly nowMs: () => number;
}

/** Writes a message and tries to deliver it once; rejects when it cannot be read or written. */
export async function deliver(
  { db, statusUrl, mail, webhooks, overall, nowMs }: Delivery,
  message: ClaimedMessage,
  stop: AbortSignal,
): Promise<SendResult> {
  const page = await readNoticePage(db);
  if (page === undefined) return ownFault("no prober has set the page up yet");
  const { channel: name, token, ...subscriber } = message.subscriber;
  const channel = channelNamed(name);
  const recipient = { ...subscriber, links: linksOf(statusUrl, token) };
  const senders: Senders = { mail, webhooks, nowMs: nowMs(), stop };
  const { language, components } = recipient;
  if (message.updateIds.length > 0) {
    const notice = await readNotice(db, page, overall(), message.updateIds);
    // The update was taken back before it was sent.
    if (notice === undefined) return { kind: "delivered" };
    const isFirst = await isFirstOfIncident(db, message);
    return channel.sendUpdate({ recipient, notice, statusUrl, isFirst }, senders);
  }
  const named = components === null ? [] : await readComponentNames(db);
  const chosen = named.filter(({ id }) => components?.includes(id) ?? false);
  const welcome = {
    recipient,
    page: { id: page.id, name: page.name[language], url: statusUrl },
    componentNames: components && chosen.map((component) => component.name[language]),
    messageId: message.id,
    askedAtMs: message.queuedAtMs,
  };
  return channel.sendWelcome(welcome, senders);
}
