import { Counter, Gauge, type Registry } from "prom-client";

export type AlertMetrics = ReturnType<typeof alertMetrics>;

interface Backlog {
  readonly pending: number;
  readonly oldestQueuedAtMs: number | null;
  readonly open: number;
}

/** Creates the metrics of alerts in `register`; waiting messages and open alerts are counted over all replicas. */
export function alertMetrics(register: Registry, nowMs: () => number) {
  const registers = [register];
  const deliveries = new Counter({
    name: "alert_deliveries_total",
    help: "Attempts to tell a receiver of an alert, by what they came to",
    labelNames: ["receiver", "channel", "result"],
    registers,
  });
  const errors = new Counter({
    name: "alert_errors_total",
    help: "Rounds of deciding on alerts that failed though the database answered",
    registers,
  });
  let backlog: Backlog | undefined;
  const gauge = (name: string, help: string, read: (backlog: Backlog) => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.reset();
        if (backlog !== undefined) this.set(read(backlog));
      },
    });
  gauge("alerts_open", "Alerts that are not resolved", ({ open }) => open);
  gauge("alert_messages_pending", "Messages of alerts that wait", ({ pending }) => pending);
  gauge(
    "alert_messages_oldest_seconds",
    "Age of the oldest message of an alert that waits, 0 when none waits",
    ({ oldestQueuedAtMs: atMs }) => (atMs === null ? 0 : Math.max(0, nowMs() - atMs) / 1000),
  );
  return {
    countAttempt(
      receiver: string,
      channel: string,
      result: "delivered" | "retried" | "given_up",
    ): void {
      deliveries.inc({ receiver, channel, result });
    },
    countError(): void {
      errors.inc();
    },
    setBacklog(read: Backlog): void {
      backlog = read;
    },
  };
}
