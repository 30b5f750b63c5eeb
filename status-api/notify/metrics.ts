import { Counter, Gauge, type Registry } from "prom-client";

export type NotifyMetrics = ReturnType<typeof notifyMetrics>;

interface Backlog {
  readonly pending: number;
  readonly oldestQueuedAtMs: number | null;
}

/** Creates the metrics of the messages to subscribers in `register`; the backlog is counted over all replicas. */
export function notifyMetrics(register: Registry, nowMs: () => number) {
  const registers = [register];
  const notifications = new Counter({
    name: "notifications_total",
    help: "Attempts to deliver a message to a subscriber, by channel and by what they came to",
    labelNames: ["channel", "result"],
    registers,
  });
  const errors = new Counter({
    name: "notification_errors_total",
    help: "Rounds of notifying subscribers that failed though the database answered",
    registers,
  });
  let backlog: Backlog | undefined;
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
    countAttempt(channel: string, result: "delivered" | "retried" | "given_up"): void {
      notifications.inc({ channel, result });
    },
    countError(): void {
      errors.inc();
    },
    setBacklog(read: Backlog): void {
      backlog = read;
    },
  };
}
