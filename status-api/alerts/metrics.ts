import type { Registry } from "prom-client";
import type { Backlog } from "../delivery/message-table.ts";
import { queueMetrics } from "../delivery/metrics.ts";

export type AlertMetrics = ReturnType<typeof alertMetrics>;

/** Creates the metrics of alerts in `register`; waiting messages and open alerts are counted over all replicas. */
export function alertMetrics(register: Registry, nowMs: () => number) {
  return queueMetrics(register, nowMs, {
    attempts: {
      name: "alert_deliveries_total",
      help: "Attempts to tell a receiver of an alert, by what they came to",
      labels: ["receiver", "channel"],
    },
    errors: {
      name: "alert_errors_total",
      help: "Rounds of deciding on alerts that failed though the database answered",
    },
    pending: { name: "alert_messages_pending", help: "Messages of alerts that wait" },
    oldest: {
      name: "alert_messages_oldest_seconds",
      help: "Age of the oldest message of an alert that waits, 0 when none waits",
    },
    others: [
      {
        name: "alerts_open",
        help: "Alerts that are not resolved",
        read: ({ open }: Backlog & { readonly open: number }) => open,
      },
    ],
  });
}
