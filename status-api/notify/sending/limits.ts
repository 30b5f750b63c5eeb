import { mailLimits } from "#mail/sender.ts";

const secondMs = 1000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** When messages are sent, sent again and given up, and how many are under way at once. */
export const deliveryLimits = {
  /** Channels that gather updates wait this long, so that what is said within seconds becomes one message. */
  gatherMs: 10 * secondMs,
  /** From the first packet to the status line or the last SMTP answer. */
  attemptTimeoutMs: 10 * secondMs,
  /** A message whose process died is tried again after this; longer than any attempt takes. */
  leaseMs: minuteMs,
  /** The wait after the first failure; it doubles with each further one. */
  firstRetryMs: 10 * secondMs,
  MAX_RETRY_MS: hourMs,
  giveUpAfterMs: dayMs,
  /** An endpoint that does not answer whether it wants to be told is asked for this long. */
  askEndpointForMs: hourMs,
  /** A subscriber whom nothing reached for so long is ended when a message is given up. */
  undeliverableAfterMs: 3 * dayMs,
  /** Attempts under way in one process, and of them to one host or to the mail server. */
  atOnce: 16,
  atOncePerHost: 2,
  atOnceByMail: mailLimits.atOnce,
} as const;
