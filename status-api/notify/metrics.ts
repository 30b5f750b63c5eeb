import { Counter, Gauge, type Registry } from "prom-client";
import type { AfterAttempt } from "./attempt.ts";

export type NotifyMetrics = ReturnType<typeof notifyMetrics>;

/** The waiting messages of a queue, counted over all replicas. */
export interface Backlog {
  readonly pending: number;
  readonly oldestQueuedAtMs: number | null;
}

interface Named {
  readonly name: string;
  readonly help: string;
}

const RESULTS = { done: "delivered", retry: "retried", give_up: "given_up" } as const;

/** Creates the metrics of the messages to subscribers in `register`. */
export function notifyMetrics(register: Registry, nowMs: () => number) {
  return queueMetrics(register, {
    attempts: {
      name: "notifications_total",
      help: "Attempts to deliver a message to a subscriber, by channel and by what they came to",
      labels: ["channel"],
    },
    errors: {
      name: "notification_errors_total",
      help: "Rounds of notifying subscribers that failed though the database answered",
    },
    gauges: [
      {
        name: "outbox_pending",
        help: "Messages that wait to be delivered",
        read: ({ pending }) => pending,
      },
      {
        name: "outbox_oldest_seconds",
        help: "Age of the oldest message that waits to be delivered, 0 when none waits",
        read: oldestSeconds(nowMs),
      },
    ],
  });
}

/** Creates the metrics of a queue: attempts by what they came to, rounds that failed, and its backlog as it was read last. */
export function queueMetrics<Label extends string, Read extends Backlog>(
  register: Registry,
  named: {
    readonly attempts: Named & { readonly labels: readonly Label[] };
    readonly errors: Named;
    readonly gauges: readonly (Named & { readonly read: (backlog: Read) => number })[];
  },
) {
  const registers = [register];
  const { labels, ...attempts } = named.attempts;
  const deliveries = new Counter({ ...attempts, labelNames: [...labels, "result"], registers });
  const errors = new Counter({ ...named.errors, registers });
  let backlog: Read | undefined;
  for (const { read, ...gauge } of named.gauges) {
    new Gauge({
      ...gauge,
      registers,
      collect() {
        this.reset();
        if (backlog !== undefined) this.set(read(backlog));
      },
    });
  }
  return {
    countAttempt(of: Readonly<Record<Label, string>>, after: AfterAttempt): void {
      deliveries.inc({ ...of, result: RESULTS[after.kind] });
    },
    countError(): void {
      errors.inc();
    },
    setBacklog(read: Read): void {
      backlog = read;
    },
  };
}

/** Returns a function that returns the age of the oldest message of a backlog. */
export function oldestSeconds(nowMs: () => number) {
  return ({ oldestQueuedAtMs: atMs }: Backlog): number =>
    atMs === null ? 0 : Math.max(0, nowMs() - atMs) / 1000;
}
