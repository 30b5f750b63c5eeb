import { Counter, Gauge, Histogram, Registry } from "prom-client";
import type { ObservationResult } from "#migrations/status/schema.ts";
import { componentStatuses } from "#monitor/domain/component-status.ts";
import type { ComponentNow } from "#monitor/domain/incident-plan.ts";
import type { StoredObservation } from "#monitor/domain/observation.ts";
import { kinds } from "../kinds/kinds.ts";

/** The labels of every metric of a check; their values come from the configuration. */
const checkLabels = ["component", "check", "location"] as const;

const durationBucketsSeconds = [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 40];
const lagBucketsSeconds = [0.1, 0.5, 1, 2, 5, 15, 60];

/** Each is shown as the gauge `probe_NAME`: the measures of the kinds, and that of every run over TLS. */
const measures: Readonly<Record<string, string>> = Object.assign(
  {
    tls_expiry_timestamp_seconds:
      "When the certificate that was seen expires, since the epoch, last run.",
  },
  ...Object.values(kinds).map((kind) => kind.measures),
);

const results: readonly ObservationResult[] = ["ok", "degraded", "failed", "prober_error"];
const lossReasons = ["spool_full", "unreadable", "refused"] as const;

/** Where results are kept. */
interface FollowedStore {
  readonly isDatabaseUp: boolean;
  /** Results that wait on the disk. */
  readonly spool: { readonly count: number; readonly oldestSlotMs: number | undefined };
}

/** A check whose slots are counted. */
interface CountedCheck {
  readonly componentId: string;
  readonly id: string;
  readonly periodMs: number;
}

/** The prober's metrics in a registry of their own. */
export class ProberMetrics {
  readonly registry = new Registry();
  readonly #location: string;
  #store: FollowedStore | undefined;
  #now = Date.now;

  readonly #success = this.#gauge("probe_success", "Whether the last run passed.");
  readonly #lastRun = this.#gauge(
    "probe_last_run_timestamp_seconds",
    "When the last run began, since the epoch.",
  );
  readonly #phase = this.#gauge(
    "probe_phase_duration_seconds",
    "How long each phase of the last run's exchange took.",
    [...checkLabels, "phase"],
  );
  readonly #measures = new Map(
    Object.entries(measures).map(([measure, help]) => [
      measure,
      this.#gauge(`probe_${measure}`, help),
    ]),
  );
  readonly #duration = this.#histogram(
    "probe_duration_seconds",
    "How long runs took.",
    checkLabels,
    durationBucketsSeconds,
  );
  readonly #runs = this.#counter("probe_runs_total", "Attempts by what they found.", [
    ...checkLabels,
    "result",
    "reason",
  ]);
  readonly #period = this.#gauge("probe_period_seconds", "How far apart a check's slots are.");
  readonly #slots = this.#counter(
    "probe_slots_total",
    "Slots by what they came to after a retry, if there was one.",
    [...checkLabels, "result"],
  );
  readonly #lag = this.#histogram(
    "probe_schedule_lag_seconds",
    "How long after their due time runs began.",
    ["location"],
    lagBucketsSeconds,
  );
  readonly #missed = this.#counter(
    "probe_missed_slots_total",
    "Slots that were not run: no tick, the run before still going, or no database to claim them in.",
  );
  readonly #reloadOk = this.#gauge(
    "monitor_config_last_reload_successful",
    "Whether the monitor file was taken when it was last read.",
    [],
  );
  readonly #reloadedAt = this.#gauge(
    "monitor_config_last_reload_success_timestamp_seconds",
    "When the monitor file was last taken, since the epoch.",
    [],
  );
  readonly #status = this.#gauge("component_status", "1 for the status that the component has.", [
    "component",
    "status",
  ]);
  readonly #lost = this.#counter(
    "probe_lost_results_total",
    "Results lost for good: given up when the spool was full, unreadable in it, or refused by the database.",
    ["reason"],
  );
  readonly #queryErrors = this.#counter(
    "probe_query_errors_total",
    "Statements that failed though the database is there; a slot that could not be claimed is run all the same.",
    [],
  );

  constructor(location: string) {
    this.#location = location;
    for (const reason of lossReasons) this.#lost.inc({ reason }, 0);
    this.#collected(
      "probe_spooled_results",
      "Results of slots that wait on the disk for the database.",
      () => this.#store?.spool.count ?? 0,
    );
    this.#collected(
      "probe_spool_age_seconds",
      "Since the start of the oldest slot whose result waits on the disk; 0 when none does.",
      () => {
        const oldestMs = this.#store?.spool.oldestSlotMs;
        return oldestMs === undefined ? 0 : Math.max(0, this.#now() - oldestMs) / 1000;
      },
    );
    this.#collected("probe_database_up", "Whether the database took what it was last given.", () =>
      this.#store?.isDatabaseUp === false ? 0 : 1,
    );
  }

  /** Shows checks from now on, with a zero for everything that can become of their slots: a rate needs one. */
  beginSlots(checks: readonly CountedCheck[]): void {
    for (const { componentId, id, periodMs } of checks) {
      const labels = this.#labels(componentId, id);
      this.#period.set(labels, periodMs / 1000);
      for (const result of results) this.#slots.inc({ ...labels, result }, 0);
    }
  }

  /** Counts one run, all its attempts; its slot by the last one. */
  countRun(component: string, check: string, attempts: readonly StoredObservation[]): void {
    const labels = this.#labels(component, check);
    for (const { result, reason, durationMs } of attempts) {
      this.#runs.inc({ ...labels, result, reason: reason ?? "" });
      this.#duration.observe(labels, durationMs / 1000);
    }
    const last = attempts.at(-1);
    if (last === undefined) return;
    this.#slots.inc({ ...labels, result: last.result });
    this.#lastRun.set(labels, last.startedAtMs / 1000);
    if (last.result === "prober_error") return;
    this.#success.set(labels, last.result === "failed" ? 0 : 1);
    for (const [phase, durationMs] of Object.entries(last.phases)) {
      this.#phase.set({ ...labels, phase }, durationMs / 1000);
    }
    for (const [measure, value] of Object.entries(last.measures)) {
      this.#measures.get(measure)?.set(labels, value);
    }
  }

  /** Counts slots that were not run. */
  countMissed(component: string, check: string, slots: number): void {
    this.#missed.inc(this.#labels(component, check), slots);
  }

  /** Records how late a run began. */
  observeLag(lagMs: number): void {
    this.#lag.observe({ location: this.#location }, lagMs / 1000);
  }

  /** Shows from now on what waits in the spool of `store`, and whether its database takes what it is given. */
  followStore(store: FollowedStore, now: () => number): void {
    this.#store = store;
    this.#now = now;
  }

  /** Counts results that were lost for good. */
  countLost(reason: (typeof lossReasons)[number], results: number): void {
    this.#lost.inc({ reason }, results);
  }

  /** Counts a statement that failed though the database is there. */
  countQueryError(): void {
    this.#queryErrors.inc();
  }

  /** Shows whether the monitor file could be taken. */
  showReload(outcome: "taken" | "refused"): void {
    this.#reloadOk.set(outcome === "taken" ? 1 : 0);
    if (outcome === "taken") this.#reloadedAt.setToCurrentTime();
  }

  /** Shows what the components are now. */
  showComponents(components: readonly ComponentNow[]): void {
    for (const { id, status } of components) {
      for (const other of componentStatuses) {
        this.#status.set({ component: id, status: other }, other === status ? 1 : 0);
      }
    }
  }

  /** Removes the series of checks and components that left the monitor file: they would look as if a check stood still. */
  async forget(checks: readonly string[], components: readonly string[]): Promise<void> {
    for (const { name } of this.registry.getMetricsAsArray()) {
      const metric = this.registry.getSingleMetric(name);
      const values = (await metric?.get())?.values ?? [];
      for (const { labels } of values) {
        // A histogram's buckets are one series.
        const { le: _bucket, ...series } = labels as Record<string, string>;
        const { check = "", component = "" } = series;
        if (checks.includes(check) || components.includes(component)) metric?.remove(series);
      }
    }
  }

  #gauge(name: string, help: string, labelNames: readonly string[] = checkLabels): Gauge {
    return new Gauge({ name, help, labelNames, registers: [this.registry] });
  }

  /** Makes a gauge whose value is asked for when it is shown. */
  #collected(name: string, help: string, value: () => number): void {
    new Gauge({
      name,
      help,
      registers: [this.registry],
      collect() {
        this.set(value());
      },
    });
  }

  #counter(name: string, help: string, labelNames: readonly string[] = checkLabels): Counter {
    return new Counter({ name, help, labelNames, registers: [this.registry] });
  }

  #histogram(
    name: string,
    help: string,
    labelNames: readonly string[],
    buckets: number[],
  ): Histogram {
    return new Histogram({ name, help, labelNames, buckets, registers: [this.registry] });
  }

  #labels(component: string, check: string): Record<(typeof checkLabels)[number], string> {
    return { component, check, location: this.#location };
  }
}
