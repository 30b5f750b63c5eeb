import type { Registry } from "prom-client";
import type { OverallStatus } from "#monitor/domain/overall.ts";
import { SEALED } from "#monitor/domain/text-cipher.ts";
import { readComponentNames, readPage } from "#monitor/store/components.ts";
import { readIncident } from "#monitor/store/incident-history.ts";
import {
  type CourierOptions,
  createCourier,
  type DeliveryContext,
  type MessageQueue,
} from "../delivery/courier.ts";
import { DELIVERY_LIMITS } from "../delivery/limits.ts";
import { readBacklog } from "../delivery/message-table.ts";
import { startPolling } from "../delivery/polling.ts";
import {
  type DeliverySettings,
  openSenders,
  ownFault,
  send,
  type SendResult,
} from "../delivery/senders.ts";
import { channelNamed } from "./channels/channels.ts";
import { linksOf } from "./messages/notice.ts";
import { type NotifyMetrics, notifyMetrics } from "./metrics.ts";
import {
  claimMessage,
  fillOutbox,
  findDue,
  isFirstOfIncident,
  noteSubscriber,
  roomOfLane,
  type SubscriberMessage,
} from "./outbox.ts";
import { readNotice } from "./read-notice.ts";
import { forgetWhatIsOver } from "./subscriber-store.ts";

interface NotifierOptions extends CourierOptions {
  /** Returns the current overall status of the page. */
  readonly overall: () => OverallStatus;
  readonly metrics: NotifyMetrics;
}

export type Notifier = ReturnType<typeof createNotifier>;

/** Creates what delivers the outbox, into which each look puts new updates first. */
export function createNotifier(options: NotifierOptions) {
  const { db, nowMs, cipher, metrics, logger } = options;
  const queue: MessageQueue<SubscriberMessage> = {
    table: "outbox",
    leaseMs: DELIVERY_LIMITS.leaseMs,
    async findDue() {
      while ((await fillOutbox(db, nowMs())) > 0);
      return findDue(db, nowMs());
    },
    looksOn: true,
    roomOf: roomOfLane,
    claim: (tx, leased) => claimMessage(tx, leased, cipher),
    send: (message, stop) => deliver(options, message, stop),
    report({ subscriber: { channel, address }, attempts }, after, error) {
      metrics.countAttempt({ channel }, after);
      const to = channelNamed(channel).maskAddress(address);
      const facts = { channel, to, attempts, error };
      if (after.kind === "retry") logger.info(facts, "a message is tried again later");
      if (after.kind === "give_up") {
        logger.warn({ ...facts, ends: after.ends }, "a message was given up");
      }
    },
    settle: (tx, message, after) => noteSubscriber(tx, message, after, nowMs()),
    unwritten: "what came of a message could not be written",
  };
  return createCourier(queue, options);
}

/** Builds a message and tries to deliver it once; rejects when it cannot be read or built. */
async function deliver(
  options: NotifierOptions,
  message: SubscriberMessage,
  stop: AbortSignal,
): Promise<SendResult> {
  const { db, statusUrl, overall, nowMs } = options;
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
    const letter = channel.updateOf({ recipient, notice, isFirst });
    return send(recipient.address, letter, options, nowMs(), stop);
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
  return send(recipient.address, channel.welcomeOf(welcome), options, nowMs(), stop);
}

interface NotificationOptions extends DeliveryContext, Pick<NotifierOptions, "overall"> {
  readonly settings: DeliverySettings;
  readonly register: Registry;
}

/** Starts notifying subscribers; disposing it ends deliveries in progress within seconds. */
export function startNotifications(options: NotificationOptions): AsyncDisposable {
  const { db, settings, nowMs, logger, register } = options;
  const { statusUrl } = settings;
  const metrics = notifyMetrics(register, nowMs);
  const stack = new AsyncDisposableStack();
  const { mail, webhooks } = stack.use(openSenders(settings));
  const notifier = stack.use(createNotifier({ ...options, statusUrl, mail, webhooks, metrics }));
  stack.use(
    startPolling({
      work: notifier.look,
      tellBacklog: async () => metrics.setBacklog(await readBacklog(db, "outbox")),
      forget: () => forgetWhatIsOver(db, nowMs()),
      countError: () => metrics.countError(),
      logger,
      failed: "subscribers cannot be notified",
      away: "subscribers are notified when the database is back",
    }),
  );
  return stack;
}
