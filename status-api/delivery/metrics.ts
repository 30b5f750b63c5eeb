import { Counter, Gauge, type Registry } from "prom-client";
import type { AfterAttempt } from "./attempt.ts";
import type { Backlog } from "./message-table.ts";

interface Named {
  readonly name: string;
  readonly help: string;
}

/** What an attempt came to, as the metrics call it; one that is made by another process at once is not counted. */
const RESULTS = {
  done: "delivered",
  retry: "retried",
  give_up: "given_up",
  release: undefined,
} as const;

/** A gauge of what waits in a queue. */
interface BacklogGauge<Read> extends Named {
  readonly read: (backlog: Read) => number;
}

/** Creates the metrics of a queue: attempts by what they came to, rounds that failed, and its backlog as it was read last. */
export function queueMetrics<Label extends string, Read extends Backlog>(
  register: Registry,
  nowMs: () => number,
  named: {
    readonly attempts: Named & { readonly labels: readonly Label[] };
    readonly errors: Named;
    readonly pending: Named;
    /** The age of the oldest message that waits, in seconds; 0 when none waits. */
    readonly oldest: Named;
    readonly others?: readonly BacklogGauge<Read>[];
  },
) {
  const registers = [register];
  const { labels, ...attempts } = named.attempts;
  const deliveries = new Counter({ ...attempts, labelNames: [...labels, "result"], registers });
  const errors = new Counter({ ...named.errors, registers });
  let backlog: Read | undefined;
  const gauges: readonly BacklogGauge<Read>[] = [
    ...(named.others ?? []),
    { ...named.pending, read: ({ pending }) => pending },
    {
      ...named.oldest,
      read: ({ oldestQueuedAtMs: atMs }) =>
        atMs === null ? 0 : Math.max(0, nowMs() - atMs) / 1000,
    },
  ];
  for (const { read, ...gauge } of gauges) {
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
      const result = RESULTS[after.kind];
      if (result !== undefined) deliveries.inc({ ...of, result });
    },
    countError(): void {
      errors.inc();
    },
    setBacklog(read: Read): void {
      backlog = read;
    },
  };
}
