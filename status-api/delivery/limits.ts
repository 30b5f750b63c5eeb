import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "#units/time.ts";
import { MAIL_LIMITS } from "#mail/sender.ts";

/** When messages are sent, retried and given up, and how many are sent at once. */
export const DELIVERY_LIMITS = {
  /** Channels that gather updates wait this long, so that updates within seconds become one message. */
  gatherMs: 10 * SECOND_MS,
  /** Maximum time from the first packet to the status line or the last SMTP answer. */
  attemptTimeoutMs: 10 * SECOND_MS,
  /** A message to a subscriber whose process died is tried again after this. */
  leaseMs: MINUTE_MS,
  /** The wait after the first failure; it doubles with each further one. */
  firstRetryMs: 10 * SECOND_MS,
  maxRetryMs: HOUR_MS,
  giveUpAfterMs: DAY_MS,
  /** How long confirmation is requested of an endpoint that does not confirm its subscription. */
  askEndpointForMs: HOUR_MS,
  /** A subscription to which deliveries have failed for this long is ended when a message is given up. */
  undeliverableAfterMs: 3 * DAY_MS,
  /** The maximum numbers of concurrent attempts of one process, and of these to one host or to the mail server. */
  atOnce: 16,
  atOncePerHost: 2,
  atOnceByMail: MAIL_LIMITS.atOnce,
} as const;
