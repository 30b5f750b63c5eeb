import type { Database } from "#migrations/status/schema.ts";
import { SEALED } from "#monitor/domain/text-cipher.ts";
import type { OverallStatus } from "#monitor/domain/overall.ts";
import { readComponentNames, readPage } from "#monitor/store/components.ts";
import { readIncident } from "#monitor/store/incident-history.ts";
import type { Senders } from "./channels/channel.ts";
import { channelNamed } from "./channels/channels.ts";
import { linksOf } from "./messages/notice.ts";
import { type ClaimedMessage, isFirstOfIncident } from "./outbox.ts";
import { readNotice } from "./read-notice.ts";
import { ownFault, type SendResult } from "./sending/send-result.ts";

export interface Delivery extends Pick<Senders, "mail" | "webhooks"> {
  readonly db: Database;
  /** The URL of the page, without a trailing slash. */
  readonly statusUrl: string;
  /** Returns the current overall status of the page. */
  readonly overall: () => OverallStatus;
  readonly nowMs: () => number;
}

/** Builds a message and tries to deliver it once; rejects when it cannot be read or built. */
export async function deliver(
  { db, statusUrl, mail, webhooks, overall, nowMs }: Delivery,
  message: ClaimedMessage,
  stop: AbortSignal,
): Promise<SendResult> {
  const page = await readPage(db);
  if (page === undefined) return ownFault("no prober has set the page up yet");
  const { subscriber, updateIds } = message;
  if (subscriber.isSealed) return ownFault(`its secrets are ${SEALED}`);
  const { language, components } = subscriber;
  const channel = channelNamed(subscriber.channel);
  const recipient = { ...subscriber, links: linksOf(statusUrl, subscriber.token) };
  const senders: Senders = { mail, webhooks, nowMs: nowMs(), stop };
  if (updateIds.length > 0) {
    const noticePage = { ...page, url: statusUrl, overall: overall() };
    const notice = await readNotice(db, noticePage, updateIds);
    // The update was withdrawn before it was sent.
    if (notice === undefined) return { kind: "delivered" };
    const isFirst = await isFirstOfIncident(db, message);
    return channel.sendUpdate({ recipient, notice, isFirst }, senders);
  }
  const named = components === null ? [] : await readComponentNames(db);
  const chosen = named.filter(({ id }) => components?.includes(id) ?? false);
  const { incidentId } = subscriber;
  const statusEvent = incidentId === null ? undefined : await readIncident(db, incidentId);
  const welcome = {
    recipient,
    incidentName: statusEvent?.name[language] ?? null,
    page: { id: page.id, name: page.name[language], url: statusUrl, identity: page.identity },
    componentNames: components && chosen.map((component) => component.name[language]),
    messageId: message.id,
    requestedAtMs: message.queuedAtMs,
  };
  return channel.sendWelcome(welcome, senders);
}
