import type { Registry } from "prom-client";
import { alertChannelNamed } from "#monitor/alerts/channels/channels.ts";
import { SEALED } from "#monitor/domain/text-cipher.ts";
import { readPage } from "#monitor/store/components.ts";
import {
  type CourierOptions,
  createCourier,
  type DeliveryContext,
  type MessageQueue,
} from "../delivery/courier.ts";
import { spaced, startPolling } from "../delivery/polling.ts";
import {
  type DeliverySettings,
  openSenders,
  ownFault,
  type SendResult,
} from "../delivery/senders.ts";
import { acknowledgeLink, acknowledgeSecret } from "./acknowledge-link.ts";
import { testAlert } from "./alert-message.ts";
import {
  type AlertQueueMessage,
  claimAlertMessage,
  findDueAlertMessages,
  noteAlertAttempt,
  readAlertBacklog,
} from "./alert-queue.ts";
import { bringAlertsUpToDate, forgetOldAlerts } from "./alert-store.ts";
import { type AlertMetrics, alertMetrics } from "./metrics.ts";
import { readAlertMessage, readThreadMessage } from "./read-alert-message.ts";
import { sendAlert } from "./send-alert.ts";

interface AlerterOptions extends CourierOptions {
  /** The URL of the console for people on call; undefined where there is none. */
  readonly consoleUrl?: string | undefined;
  readonly metrics: AlertMetrics;
}

/** Short, so that the messages of a killed process are sent again within seconds. */
const LEASE_MS = 6_000;
const AT_ONCE_PER_RECEIVER = 4;

/** Creates an alerter; any number of them may share a database. Disposing it lets attempts in progress end. */
export function createAlerter(options: AlerterOptions) {
  const { db, nowMs, cipher, metrics, logger } = options;
  const queue: MessageQueue<AlertQueueMessage> = {
    table: "alert_messages",
    leaseMs: LEASE_MS,
    findDue: () => findDueAlertMessages(db, nowMs()),
    looksOn: false,
    roomOf: () => AT_ONCE_PER_RECEIVER,
    claim: (tx, leased) => claimAlertMessage(tx, leased, cipher, nowMs()),
    send: (message, stop) => tell(options, message, stop),
    report({ receiverId, receiver, attempts }, after, error) {
      metrics.countAttempt(
        { receiver: receiverId, channel: receiver?.channel ?? "unknown" },
        after,
      );
      const facts = { receiver: receiverId, attempts, error };
      if (after.kind === "retry") logger.warn(facts, "an alert is sent again later");
      if (after.kind === "give_up") logger.error(facts, "an alert was given up");
    },
    settle: (tx, message, after, result) => noteAlertAttempt(tx, message, after, result, nowMs()),
    unwritten: "what came of an alert could not be written",
  };
  const { look, ...courier } = createCourier(queue, options);
  return {
    ...courier,
    /** Begins and ends alerts, and queues the messages that are due now. */
    plan: (): Promise<void> => bringAlertsUpToDate(db, nowMs()),
    /** Starts sending due messages, up to the limits on concurrent attempts. */
    send: look,
  };
}

async function tell(
  options: AlerterOptions,
  message: AlertQueueMessage,
  stop: AbortSignal,
): Promise<SendResult> {
  const { db, statusUrl, consoleUrl, nowMs, cipher } = options;
  const { id, alertId, receiver, kind, carried } = message;
  if (receiver === undefined) {
    return { kind: "gone", error: "the receiver is not in monitor.yaml any more" };
  }
  if (receiver.isSealed) return ownFault(`its settings are ${SEALED}`);
  const page = await readPage(db);
  if (page === undefined) return ownFault("no prober has set the page up yet");
  const { keepsAlerts, knowsRepeats } = alertChannelNamed(receiver.channel);
  const linkSecret = await acknowledgeSecret(db, cipher);
  const notification = {
    kind,
    messageId: `alert-message-${id}`,
    language: receiver.language,
    isPerhapsRepeat: message.mayHaveArrived && !knowsRepeats,
    beginsThread: kind === "trigger" || kind === "test",
    page,
    statusUrl,
    consoleUrl,
    acknowledgeUrl: (of: string) => acknowledgeLink(statusUrl, linkSecret, receiver.id, of),
    nowMs: nowMs(),
  };
  const kinds = [kind, ...carried.map((one) => one.kind)];
  const alertMessage =
    alertId === null
      ? testAlert(notification)
      : keepsAlerts
        ? await readAlertMessage(db, alertId, notification)
        : await readThreadMessage(db, alertId, { ...notification, receiver: receiver.id, kinds });
  if (alertMessage === undefined)
    return { kind: "gone", error: "the alert is not stored any more" };
  const result = await sendAlert(receiver, alertMessage, options, stop);
  // A lost alert is worse than useless attempts: without a fallback, a refused message is retried.
  return result.kind === "refused" && receiver.fallback === null
    ? { kind: "failed", error: result.error, isReceiversFault: true }
    : result;
}

interface AlertOptions extends DeliveryContext, Pick<AlerterOptions, "consoleUrl"> {
  readonly settings: DeliverySettings;
  readonly register: Registry;
}

const PLAN_MS = 5_000;

/** Starts alerting people on call; disposing it ends attempts in progress within seconds. */
export function startAlerts(options: AlertOptions): AsyncDisposable {
  const { db, settings, register, logger, nowMs } = options;
  const { statusUrl } = settings;
  const metrics = alertMetrics(register, nowMs);
  const stack = new AsyncDisposableStack();
  // Unlike subscribers, receivers are set by the operator, and Alertmanager is often on the same network.
  const { mail, webhooks } = stack.use(
    openSenders({ ...settings, webhooks: { allowPrivate: true } }),
  );
  const alerter = stack.use(createAlerter({ ...options, statusUrl, mail, webhooks, metrics }));
  const plan = spaced(PLAN_MS, alerter.plan);
  stack.use(
    startPolling({
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
    }),
  );
  return stack;
}
