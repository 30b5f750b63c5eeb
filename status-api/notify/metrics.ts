import type { Registry } from "prom-client";
import { queueMetrics } from "../delivery/metrics.ts";

export type NotifyMetrics = ReturnType<typeof notifyMetrics>;

/** Creates the metrics of the messages to subscribers in `register`. */
export function notifyMetrics(register: Registry, nowMs: () => number) {
  return queueMetrics(register, nowMs, {
    attempts: {
      name: "notifications_total",
      help: "Attempts to deliver a message to a subscriber, by channel and by what they came to",
      labels: ["channel"],
    },
    errors: {
      name: "notification_errors_total",
      help: "Rounds of notifying subscribers that failed though the database answered",
    },
    pending: { name: "outbox_pending", help: "Messages that wait to be delivered" },
    oldest: {
      name: "outbox_oldest_seconds",
      help: "Age of the oldest message that waits to be delivered, 0 when none waits",
    },
  });
}
