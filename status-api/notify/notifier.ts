import type { FastifyBaseLogger } from "fastify";
import type { Registry } from "prom-client";
import type { TextCipher } from "#monitor/domain/text-cipher.ts";
import { afterAttempt } from "./attempt.ts";
import type { ChannelSettings } from "./channels/channel.ts";
import { channelNamed } from "./channels/channels.ts";
import { deliver, type Delivery } from "./deliver.ts";
import { DELIVERY_LIMITS } from "./sending/limits.ts";
import { type NotifyMetrics, notifyMetrics } from "./metrics.ts";
import {
  type ClaimedMessage,
  claim,
  type DueMessage,
  fillOutbox,
  findDue,
  readBacklog,
  release,
  roomOfLane,
  settle,
} from "./outbox.ts";
import { openMailSender } from "#mail/sender.ts";
import { reasonOf } from "#runtime/reason.ts";
import { endAttempts, startPolling } from "./polling.ts";
import { ownFault } from "./sending/send-result.ts";
import { openWebhookSender } from "./sending/webhook.ts";
import { forgetWhatIsOver } from "./subscriber-store.ts";

interface NotifierOptions extends Delivery {
  /** Reads the secrets of subscribers; undefined where they are not encrypted. */
  readonly cipher?: TextCipher | undefined;
  readonly metrics: NotifyMetrics;
  readonly logger: FastifyBaseLogger;
  /** Returns a random number from 0 to 1, for the jitter of retries. */
  readonly random?: (() => number) | undefined;
}

export type Notifier = ReturnType<typeof createNotifier>;

/** Creates a notifier; any number of them may share a database. Disposing it lets attempts in progress end. */
export function createNotifier(options: NotifierOptions) {
  const { db, nowMs, cipher, logger } = options;
  const stopping = new AbortController();
  const underWay = new Map<Promise<void>, string>();
  /** Due messages that wait for a free attempt; claiming one checks that it is still due. */
  let waiting: readonly DueMessage[] = [];
  let looking: Promise<void> | undefined;
  let wish: "nothing" | "whatWaits" | "everything" = "nothing";
  let isStopped = false;

  const roomIn = (lane: string): number =>
    roomOfLane(lane) - [...underWay.values()].filter((busy) => busy === lane).length;

  const start = (lane: string, message: ClaimedMessage): void => {
    const attempt = attemptDelivery(options, message, stopping.signal).then(() => {
      underWay.delete(attempt);
      // Another message may have waited for this one to end.
      void lookFor("whatWaits").catch(() => undefined);
    });
    underWay.set(attempt, lane);
  };

  const lookOnce = async (isEverything: boolean): Promise<void> => {
    if (isEverything || waiting.length === 0) {
      while ((await fillOutbox(db, nowMs())) > 0);
      waiting = await findDue(db, nowMs());
    }
    const kept: DueMessage[] = [];
    for (const due of waiting) {
      if (isStopped || underWay.size >= DELIVERY_LIMITS.atOnce || roomIn(due.lane) <= 0) {
        kept.push(due);
        continue;
      }
      const message = await claim(db, due.id, cipher, nowMs());
      if (message !== undefined) start(due.lane, message);
    }
    waiting = kept;
  };

  const lookFor = (what: "whatWaits" | "everything"): Promise<void> => {
    if (isStopped) return Promise.resolve();
    if (wish !== "everything") wish = what;
    looking ??= (async () => {
      try {
        while (wish !== "nothing") {
          const isEverything = wish === "everything";
          wish = "nothing";
          await lookOnce(isEverything);
        }
      } finally {
        looking = undefined;
      }
    })();
    return looking;
  };

  const settled = async (): Promise<void> => {
    while (underWay.size > 0 || looking !== undefined) {
      await Promise.allSettled([...underWay.keys(), looking]);
    }
  };

  return {
    /**
     * Queues new updates in the outbox and starts delivering due messages, up to the limits on concurrent attempts; rejects
     * when the database does not answer.
     */
    look: () => lookFor("everything"),
    /** Resolves when no delivery is in progress, and no due message waits for a free attempt. */
    settled,
    async [Symbol.asyncDispose](): Promise<void> {
      isStopped = true;
      await endAttempts(stopping, settled);
      logger.debug("every delivery has ended");
    },
  };
}

/** Tries to deliver a message and stores the outcome; if the database is away, the message is retried when its lease ends. */
async function attemptDelivery(
  options: NotifierOptions,
  message: ClaimedMessage,
  stop: AbortSignal,
): Promise<void> {
  const { db, nowMs, metrics, logger, random = Math.random } = options;
  const { channel, address, failingSinceMs } = message.subscriber;
  try {
    // A message that cannot be built is retried and given up like one that cannot be sent.
    const result = await deliver(options, message, stop).catch((error: unknown) =>
      ownFault(reasonOf(error)),
    );
    if (stop.aborted && result.kind === "failed") return await release(db, message, nowMs());
    const isRequested =
      message.updateIds.length === 0 && channelNamed(channel).confirmedBy === "delivery";
    const after = afterAttempt(
      {
        queuedAtMs: message.queuedAtMs,
        tryForMs: isRequested ? DELIVERY_LIMITS.askEndpointForMs : DELIVERY_LIMITS.giveUpAfterMs,
        attempts: message.attempts,
        failingSinceMs,
      },
      result,
      nowMs(),
      random(),
    );
    const error = result.kind === "delivered" ? null : result.error;
    metrics.countAttempt({ channel }, after);
    if (after.kind !== "done") {
      const facts = {
        channel,
        to: channelNamed(channel).maskAddress(address),
        attempts: message.attempts,
        error,
      };
      if (after.kind === "retry") logger.info(facts, "a message is tried again later");
      else logger.warn({ ...facts, ends: after.ends }, "a message was given up");
    }
    await settle(db, message, after, error, nowMs());
  } catch (error) {
    logger.warn(
      { channel, reason: reasonOf(error) },
      "what came of a message could not be written",
    );
  }
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
  const mail = settings.mail === undefined ? undefined : openMailSender(settings.mail);
  const webhooks = openWebhookSender(settings.webhooks);
  const metrics = notifyMetrics(register, nowMs);
  const { statusUrl } = settings;
  const notifier = createNotifier({ ...options, statusUrl, mail, webhooks, metrics });
  const polling = startPolling({
    work: notifier.look,
    tellBacklog: async () => metrics.setBacklog(await readBacklog(db)),
    forget: () => forgetWhatIsOver(db, nowMs()),
    countError: () => metrics.countError(),
    logger,
    failed: "subscribers cannot be notified",
    away: "subscribers are notified when the database is back",
  });
  return {
    async [Symbol.asyncDispose]() {
      await polling[Symbol.asyncDispose]();
      await notifier[Symbol.asyncDispose]();
      mail?.close();
      await webhooks.close();
    },
  };
}
