import { Counter, Gauge, type Registry } from "prom-client";

/** What an attempt to deliver a message came to. */
export type NotificationResult = "delivered" | "retried" | "given_up";

/** Figures of the messages to subscribers. */
export interface NotifyMetrics {
  countAttempt(channel: string, result: NotificationResult): void;
  setBacklog(backlog: { readonly pending: number; readonly oldestQueuedAtMs: number | null }): void;
}

/** Makes the metrics of the messages to subscribers in `register`; the backlog is that of all replicas together. */
export function notifyMetrics(register: Registry, nowMs: () => number): NotifyMetrics {
  const registers = [register];
  const notifications = new Counter({
    name: "notifications_total",
    help: "Attempts to deliver a message to a subscriber, by channel and by what they came to",
    labelNames: ["channel", "result"],
    registers,
  });
  let backlog: Parameters<NotifyMetrics["setBacklog"]>[0] | undefined;
  new Gauge({
    name: "outbox_pending",
    help: "Messages that wait to be delivered",
    registers,
    collect() {
      this.reset();
      if (backlog !== undefined) this.set(backlog.pending);
    },
  });
  new Gauge({
    name: "outbox_oldest_seconds",
    help: "Age of the oldest message that waits to be delivered, 0 when none waits",
    registers,
    collect() {
      this.reset();
      if (backlog === undefined) return;
      const { oldestQueuedAtMs } = backlog;
      this.set(oldestQueuedAtMs === null ? 0 : Math.max(0, nowMs() - oldestQueuedAtMs) / 1000);
    },
  });
  return {
    countAttempt: (channel, result) => notifications.inc({ channel, result }),
    setBacklog: (read) => (backlog = read),
  };
}
