import type { Database } from "#migrations/status/schema.ts";
import { SEALED } from "#monitor/domain/text-cipher.ts";
import type { OverallStatus } from "#monitor/domain/overall.ts";
import { readComponentNames, readPage } from "#monitor/store/components.ts";
import { readIncident } from "#monitor/store/incident-history.ts";
import { ownFault, type SendResult } from "../delivery/send-result.ts";
import { send, type Senders } from "../delivery/senders.ts";
import { channelNamed } from "./channels/channels.ts";
import { linksOf } from "./messages/notice.ts";
import { isFirstOfIncident, type SubscriberMessage } from "./outbox.ts";
import { readNotice } from "./read-notice.ts";

export interface Delivery extends Senders {
  readonly db: Database;
  /** The URL of the page, without a trailing slash. */
  readonly statusUrl: string;
  /** Returns the current overall status of the page. */
  readonly overall: () => OverallStatus;
  readonly nowMs: () => number;
}

/** Builds a message and tries to deliver it once; rejects when it cannot be read or built. */
export async function deliver(
  delivery: Delivery,
  message: SubscriberMessage,
  stop: AbortSignal,
): Promise<SendResult> {
  const { db, statusUrl, overall, nowMs } = delivery;
  const page = await readPage(db);
  if (page === undefined) return ownFault("no prober has set the page up yet");
  const { subscriber, updateIds } = message;
  if (subscriber.isSealed) return ownFault(`its secrets are ${SEALED}`);
  const { language, components } = subscriber;
  const channel = channelNamed(subscriber.channel);
  const recipient = { ...subscriber, links: linksOf(statusUrl, subscriber.token) };
  if (updateIds.length > 0) {
    const noticePage = { ...page, url: statusUrl, overall: overall() };
    const notice = await readNotice(db, noticePage, updateIds);
    // The update was withdrawn before it was sent.
    if (notice === undefined) return { kind: "delivered" };
    const isFirst = await isFirstOfIncident(db, message);
    return send(channel.updateOf({ recipient, notice, isFirst }), delivery, nowMs(), stop);
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
  return send(channel.welcomeOf(welcome), delivery, nowMs(), stop);
}
