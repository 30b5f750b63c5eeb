import { Counter, Gauge, Histogram, Registry } from "prom-client";
import { kinds } from "../kinds/kinds.ts";
import { componentStatuses } from "#monitor/domain/component-status.ts";
import type { ComponentNow } from "#monitor/domain/incident-plan.ts";
import { type SlotMetrics, slotMetrics } from "./slot-metrics.ts";
import type { StoredObservation } from "#monitor/domain/observation.ts";
import { storageMetrics } from "./storage-metrics.ts";

/** What every metric of a check is labelled with; all come from the configuration. */
const checkLabels = ["component", "check", "location"] as const;

const durationBucketsSeconds = [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 40];
const lagBucketsSeconds = [0.1, 0.5, 1, 2, 5, 15, 60];

/** What each measure means that is shown as the gauge `probe_NAME`: the kinds' own, and that of every run over TLS. */
const measures: Readonly<Record<string, string>> = Object.assign(
  {
    tls_expiry_timestamp_seconds:
      "When the certificate that was seen expires, since the epoch, last run.",
  },
  ...Object.values(kinds).map((kind) => kind.measures),
);

/** The prober's metrics in a registry of their own. */
export class ProberMetrics {
  readonly registry = new Registry();
  /** Of where results are kept. */
  readonly storage = storageMetrics(this.registry);
  /** Of the slots of checks. */
  readonly slots: SlotMetrics;
  readonly #location: string;

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
  readonly #duration = new Histogram({
    name: "probe_duration_seconds",
    help: "How long runs took.",
    labelNames: [...checkLabels],
    buckets: durationBucketsSeconds,
    registers: [this.registry],
  });
  readonly #runs = this.#counter("probe_runs_total", "Attempts by what they found.", [
    ...checkLabels,
    "result",
    "reason",
  ]);
  readonly #lag = new Histogram({
    name: "probe_schedule_lag_seconds",
    help: "How long after their due time runs began.",
    labelNames: ["location"],
    buckets: lagBucketsSeconds,
    registers: [this.registry],
  });
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
  readonly #measures = new Map(
    Object.entries(measures).map(([measure, help]) => [
      measure,
      this.#gauge(`probe_${measure}`, help),
    ]),
  );

  constructor(location: string) {
    this.#location = location;
    this.slots = slotMetrics(this.registry, location);
  }

  /** Counts one run, all its attempts. */
  countRun(component: string, check: string, attempts: readonly StoredObservation[]): void {
    const labels = this.#labels(component, check);
    for (const { result, reason, durationMs } of attempts) {
      this.#runs.inc({ ...labels, result, reason: reason ?? "" });
      this.#duration.observe(labels, durationMs / 1000);
    }
    const last = attempts.at(-1);
    if (last === undefined) return;
    this.slots.count(component, check, last.result);
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

  /** Shows whether the monitor file could be taken. */
  showReload(outcome: "taken" | "refused"): void {
    this.#reloadOk.set(outcome === "taken" ? 1 : 0);
    if (outcome === "taken") this.#reloadedAt.setToCurrentTime();
  }

  /** Removes the series of checks and components that are gone from the monitor file. */
  async forget(checks: readonly string[], components: readonly string[]): Promise<void> {
    const goneChecks = new Set<unknown>(checks);
    const goneComponents = new Set<unknown>(components);
    await forgetSeries(
      this.registry,
      ({ check, component }) => goneChecks.has(check) || goneComponents.has(component),
    );
  }

  /** Shows what the components are now. */
  showComponents(components: readonly ComponentNow[]): void {
    for (const { id, status } of components) {
      for (const other of componentStatuses) {
        this.#status.set({ component: id, status: other }, other === status ? 1 : 0);
      }
    }
  }

  #gauge(name: string, help: string, labelNames: readonly string[] = checkLabels): Gauge {
    return new Gauge({ name, help, labelNames, registers: [this.registry] });
  }

  #counter(name: string, help: string, labelNames: readonly string[] = checkLabels): Counter {
    return new Counter({ name, help, labelNames, registers: [this.registry] });
  }

  #labels(component: string, check: string): Record<(typeof checkLabels)[number], string> {
    return { component, check, location: this.#location };
  }
}

/** Removes every series whose labels `isGone` names: one that is kept would look as if its check stood still. */
async function forgetSeries(
  registry: Registry,
  isGone: (labels: Readonly<Partial<Record<string, string | number>>>) => boolean,
): Promise<void> {
  for (const { name } of registry.getMetricsAsArray()) {
    const metric = registry.getSingleMetric(name);
    if (metric === undefined) continue;
    const { values } = await metric.get();
    for (const { labels } of values) {
      // A histogram's buckets are one series.
      const { le: _bucket, ...series } = labels as Record<string, string | number>;
      if (isGone(series)) metric.remove(series);
    }
  }
}
