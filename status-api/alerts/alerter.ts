import { MINUTE_MS } from "#units/time.ts";
import type { FastifyBaseLogger } from "fastify";
import type { Registry } from "prom-client";
import { openMailSender } from "#mail/sender.ts";
import type { Database } from "#migrations/status/schema.ts";
import { alertChannelNamed, alertChannels } from "#monitor/alerts/channels/channels.ts";
import { SEALED, type TextCipher } from "#monitor/domain/text-cipher.ts";
import type { AlertConfiguration, AlertReceiver } from "#monitor/alerts/configuration.ts";
import { readPage } from "#monitor/store/components.ts";
import { afterAttempt } from "../notify/attempt.ts";
import type { NotifySettings } from "../notify/notifier.ts";
import { reasonOf } from "#runtime/reason.ts";
import { endAttempts, spaced, startPolling } from "../notify/polling.ts";
import { DELIVERY_LIMITS } from "../notify/sending/limits.ts";
import { ownFault, type SendResult } from "../notify/sending/send-result.ts";
import { openWebhookSender } from "../notify/sending/webhook.ts";
import { acknowledgeLink, acknowledgeSecret } from "./acknowledge-link.ts";
import { bringAlertsUpToDate, forgetOldAlerts, queue } from "./alert-store.ts";
import { readAlertConfiguration } from "./configuration.ts";
import {
  type ClaimedAlertMessage,
  claimAlertMessage,
  findDueAlertMessages,
  LEASE_MS,
  readAlertBacklog,
  releaseAlertMessage,
  renewLeases,
  settleAlertMessage,
} from "./message-queue.ts";
import { type AlertMetrics, alertMetrics } from "./metrics.ts";
import { type AlertSenders, sendAlert } from "./send-alert.ts";
import { readAlertMessage, testAlert } from "./alert-message.ts";
import { readThreadMessage } from "./thread-message.ts";

interface AlerterOptions extends AlertSenders {
  readonly db: Database;
  /** The URL of the page, without a trailing slash. */
  readonly statusUrl: string;
  /** The URL of the console for people on call; undefined where there is none. */
  readonly consoleUrl?: string | undefined;
  /** Reads the settings of receivers; undefined where they are not encrypted. */
  readonly cipher?: TextCipher | undefined;
  readonly metrics: AlertMetrics;
  readonly logger: FastifyBaseLogger;
  readonly nowMs: () => number;
  /** Returns a random number from 0 to 1, for the jitter of retries. */
  readonly random?: (() => number) | undefined;
}

/** The longest wait between attempts; an alert must not wait for an hour because of a short failure. */
const MAX_RETRY_MS = 5 * MINUTE_MS;
const FALLBACK_AFTER_ATTEMPTS = 3;
const AT_ONCE_PER_RECEIVER = 4;
/** Leases are renewed several times before they end, in case the database is slow once. */
const RENEW_MS = LEASE_MS / 4;

/** Creates an alerter; any number of them may share a database. Disposing it lets attempts in progress end. */
export function createAlerter(options: AlerterOptions) {
  const { db, nowMs } = options;
  const stopping = new AbortController();
  const underWay = new Map<Promise<void>, ClaimedAlertMessage>();
  let isStopped = false;

  const hasRoom = (receiver: string): boolean =>
    underWay.size < DELIVERY_LIMITS.atOnce &&
    [...underWay.values()].filter((busy) => busy.receiver === receiver).length <
      AT_ONCE_PER_RECEIVER;
  const isUnderWay = (id: number): boolean =>
    [...underWay.values()].some((message) => message.id === id);

  // Errors are ignored: the next read reports a database that does not answer.
  const renewing = setInterval(
    () => void renewLeases(db, [...underWay.values()], nowMs()).catch(() => undefined),
    RENEW_MS,
  );

  const settled = async (): Promise<void> => {
    while (underWay.size > 0) await Promise.allSettled(underWay.keys());
  };

  return {
    /** Begins and ends alerts, and queues the messages that are due now. */
    plan: (): Promise<void> => bringAlertsUpToDate(db, nowMs()),
    /** Starts sending due messages, up to the limits on concurrent attempts. */
    async send(): Promise<void> {
      const threaded = threadedOf(await readAlertConfiguration(db));
      for (const { id, receiver } of await findDueAlertMessages(db, threaded, nowMs())) {
        if (isStopped) return;
        if (!hasRoom(receiver) || isUnderWay(id)) continue;
        const message = await claimAlertMessage(db, id, threaded, nowMs());
        if (message === undefined) continue;
        const attempt: Promise<void> = attemptAlert(options, message, stopping.signal).finally(() =>
          underWay.delete(attempt),
        );
        underWay.set(attempt, message);
      }
    },
    /** Resolves when no attempt is in progress. */
    settled,
    async [Symbol.asyncDispose](): Promise<void> {
      isStopped = true;
      await endAttempts(stopping, settled);
      clearInterval(renewing);
    },
  };
}

/** Returns the ids of receivers whose messages people read; the other receivers keep alerts apart and open themselves. */
function threadedOf({ receivers }: AlertConfiguration): readonly string[] {
  return (
    receivers
      // A channel that only a later version knows must not stop other receivers.
      .filter(({ channel }) => alertChannels[channel]?.keepsAlerts === false)
      .map(({ id }) => id)
  );
}

async function attemptAlert(
  options: AlerterOptions,
  message: ClaimedAlertMessage,
  stop: AbortSignal,
): Promise<void> {
  const { db, nowMs, metrics, logger, cipher, random = Math.random } = options;
  try {
    const { receivers } = await readAlertConfiguration(db, cipher);
    const receiver = receivers.find(({ id }) => id === message.receiver);
    const answer =
      receiver === undefined
        ? ({ kind: "gone", error: "the receiver is not in monitor.yaml any more" } as const)
        : await tell(options, receiver, message, stop).catch((error: unknown) =>
            ownFault(reasonOf(error)),
          );
    // A lost alert is worse than useless attempts: without a fallback, a refused message is retried.
    const isOnlyHope = receiver !== undefined && receiver.fallback === null;
    const result =
      answer.kind === "refused" && isOnlyHope
        ? { kind: "failed" as const, error: answer.error, isReceiversFault: true }
        : answer;
    if (stop.aborted && result.kind === "failed") {
      return await releaseAlertMessage(db, message, result, nowMs());
    }
    const after = afterAttempt(
      {
        queuedAtMs: message.queuedAtMs,
        tryForMs: DELIVERY_LIMITS.giveUpAfterMs,
        attempts: message.attempts,
        failingSinceMs: null,
        MAX_RETRY_MS,
      },
      result,
      nowMs(),
      random(),
    );
    const error = result.kind === "delivered" ? null : result.error;
    const channel = receiver?.channel ?? "unknown";
    metrics.countAttempt({ receiver: message.receiver, channel }, after);
    await settleAlertMessage(db, message, after, result, nowMs());
    if (after.kind === "done") return;
    const facts = { receiver: message.receiver, attempts: message.attempts, error };
    if (after.kind === "retry") logger.warn(facts, "an alert is sent again later");
    else logger.error(facts, "an alert was given up");
    const isFallbackDue = after.kind === "give_up" || message.attempts >= FALLBACK_AFTER_ATTEMPTS;
    if (isFallbackDue) await tellFallback(db, receiver, message, nowMs());
  } catch (error) {
    logger.warn({ reason: reasonOf(error) }, "what came of an alert could not be written");
  }
}

async function tell(
  { db, statusUrl, consoleUrl, nowMs, cipher, mail, webhooks }: AlerterOptions,
  receiver: AlertReceiver,
  { id, alertId, kind, mayHaveArrived, carried }: ClaimedAlertMessage,
  stop: AbortSignal,
): Promise<SendResult> {
  if (receiver.isSealed) return ownFault(`its settings are ${SEALED}`);
  const page = await readPage(db);
  if (page === undefined) return ownFault("no prober has set the page up yet");
  const { language } = receiver;
  const messageId = `alert-message-${id}`;
  const isPerhapsRepeat = mayHaveArrived && !alertChannelNamed(receiver.channel).knowsRepeats;
  const linkSecret = await acknowledgeSecret(db, cipher);
  const acknowledgeUrl = (of: string): string =>
    acknowledgeLink(statusUrl, linkSecret, receiver.id, of);
  const place = { page, statusUrl, consoleUrl, acknowledgeUrl };
  const beginsThread = kind === "trigger" || kind === "test";
  const notification = {
    kind,
    messageId,
    language,
    isPerhapsRepeat,
    beginsThread,
    ...place,
    nowMs: nowMs(),
  };
  const kinds = [kind, ...carried.map((one) => one.kind)];
  const alertMessage =
    alertId === null
      ? testAlert(notification)
      : alertChannelNamed(receiver.channel).keepsAlerts
        ? await readAlertMessage(db, alertId, notification)
        : await readThreadMessage(db, alertId, { ...notification, receiver: receiver.id, kinds });
  if (alertMessage === undefined)
    return { kind: "gone", error: "the alert is not stored any more" };
  return sendAlert(receiver, alertMessage, { mail, webhooks }, stop);
}

/** Queues messages that could not be delivered for the fallback receiver. */
async function tellFallback(
  db: Database,
  receiver: AlertReceiver | undefined,
  { alertId, kind, number, carried }: ClaimedAlertMessage,
  nowMs: number,
): Promise<void> {
  const fallback = receiver?.fallback ?? null;
  if (fallback === null || alertId === null) return;
  for (const undelivered of [{ alertId, kind, number }, ...carried]) {
    await queue(db, undelivered, [fallback], nowMs);
  }
}

interface AlertOptions extends Pick<
  AlerterOptions,
  "db" | "consoleUrl" | "cipher" | "logger" | "nowMs"
> {
  readonly settings: NotifySettings;
  readonly register: Registry;
}

const PLAN_MS = 5_000;

/** Starts alerting people on call; disposing it ends attempts in progress within seconds. */
export function startAlerts(options: AlertOptions): AsyncDisposable {
  const { db, settings, register, logger, nowMs } = options;
  const mail = settings.mail === undefined ? undefined : openMailSender(settings.mail);
  // Unlike subscribers, receivers are set by the operator, and Alertmanager is often on the same network.
  const webhooks = openWebhookSender({ allowPrivate: true });
  const metrics = alertMetrics(register, nowMs);
  const { statusUrl } = settings;
  const alerter = createAlerter({ ...options, statusUrl, mail, webhooks, metrics });
  const plan = spaced(PLAN_MS, alerter.plan);
  const polling = startPolling({
    work: async () => {
      await plan();
      await alerter.send();
    },
    tellBacklog: async () => metrics.setBacklog(await readAlertBacklog(db)),
    forget: () => forgetOldAlerts(db, nowMs()),
    countError: () => metrics.countError(),
    logger,
    failed: "alerts cannot be sent",
    away: "alerts are sent when the database is back",
  });
  return {
    async [Symbol.asyncDispose]() {
      await polling[Symbol.asyncDispose]();
      await alerter[Symbol.asyncDispose]();
      mail?.close();
      await webhooks.close();
    },
  };
}
