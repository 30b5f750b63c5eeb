import type { Registry } from "prom-client";
import type { TextCipher } from "#monitor/domain/text-cipher.ts";
import { type CourierOptions, createCourier, type MessageQueue } from "../delivery/courier.ts";
import { DELIVERY_LIMITS } from "../delivery/limits.ts";
import { readBacklog } from "../delivery/message-table.ts";
import { startPolling } from "../delivery/polling.ts";
import { openSenders } from "../delivery/senders.ts";
import type { ChannelSettings } from "./channels/channel.ts";
import { channelNamed } from "./channels/channels.ts";
import { deliver, type Delivery } from "./deliver.ts";
import { type NotifyMetrics, notifyMetrics } from "./metrics.ts";
import {
  claimMessage,
  fillOutbox,
  findDue,
  noteSubscriber,
  roomOfLane,
  type SubscriberMessage,
} from "./outbox.ts";
import { forgetWhatIsOver } from "./subscriber-store.ts";

interface NotifierOptions extends Delivery, CourierOptions {
  /** Reads the secrets of subscribers; undefined where they are not encrypted. */
  readonly cipher?: TextCipher | undefined;
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
    readsOn: true,
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

export interface NotifySettings extends ChannelSettings {
  /** The URL of the page, without a trailing slash. */
  readonly statusUrl: string;
}

interface NotificationOptions extends Pick<
  NotifierOptions,
  "db" | "overall" | "cipher" | "nowMs" | "logger"
> {
  readonly settings: NotifySettings;
  readonly register: Registry;
}

/** Starts notifying subscribers; disposing it ends deliveries in progress within seconds. */
export function startNotifications(options: NotificationOptions): AsyncDisposable {
  const { db, settings, nowMs, logger, register } = options;
  const { statusUrl } = settings;
  const metrics = notifyMetrics(register, nowMs);
  const stack = new AsyncDisposableStack();
  const { mail, webhooks } = stack.use(openSenders(settings.mail, settings.webhooks));
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
