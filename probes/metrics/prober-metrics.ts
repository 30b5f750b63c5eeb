import { Counter, Gauge, type GaugeConfiguration, Histogram, Registry } from "prom-client";
import { readBuildInfo } from "#runtime/build-info.ts";
import type { ObservationResult } from "#migrations/status/schema.ts";
import { COMPONENT_STATUSES } from "#monitor/domain/component-status.ts";
import type { ComponentNow } from "#monitor/domain/incident-now.ts";
import type { StoredObservation } from "#monitor/domain/observation.ts";
import { kinds } from "../kinds/kinds.ts";
import type { DriftNow } from "#monitor/store/drifts.ts";
import definitions from "./definitions.json" with { type: "json" };

/** The options of a metric for prom-client, with its label names. */
interface Definition {
  readonly help: string;
  readonly labels: readonly string[];
  /** Buckets of a histogram, in seconds. */
  readonly buckets?: number[];
}

/** The measures of kinds, each as the gauge `probe_NAME` of its check. */
const measures: Readonly<Record<string, Definition>> = Object.fromEntries(
  Object.values(kinds)
    .flatMap((kind) => Object.entries(kind.measures ?? {}))
    .map(([name, help]) => [`probe_${name}`, { ...definitions.gauges.probe_success, help }]),
);

const RESULTS: readonly ObservationResult[] = ["ok", "degraded", "failed", "prober_error"];
const AGREED_RESULTS = ["ok", "degraded", "failed"] as const;
const LOSS_REASONS = [
  "spool_full",
  "spool_unwritable",
  "unreadable",
  "refused",
  "wrong_clock",
] as const;

/** The state of the result store that is exported. */
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
  #countOwned: (() => number) | undefined;
  /** The component of each exported check, by check id. */
  readonly #componentOf = new Map<string, string>();
  /** Removes the series of each check that show its last runs, by check id and series. */
  readonly #ofLastRun = new Map<string, Map<string, () => void>>();

  readonly #gauges: Record<keyof typeof definitions.gauges, Gauge> &
    Partial<Record<string, Gauge>> = madeOf({ ...definitions.gauges, ...measures }, (options) =>
    this.#gauge(options),
  );
  readonly #counters = madeOf(
    definitions.counters,
    (options) => new Counter({ ...options, registers: [this.registry] }),
  );
  readonly #histograms = madeOf(
    definitions.histograms,
    (options) => new Histogram({ ...options, registers: [this.registry] }),
  );

  constructor(location: string) {
    this.#location = location;
    this.#gauges.prober_build_info.set(readBuildInfo(), 1);
    for (const reason of LOSS_REASONS) this.#counters.probe_lost_results_total.inc({ reason }, 0);
  }

  /** Starts to export checks, with a zero for every possible result of their slots: a rate needs one. */
  beginSlots(checks: readonly CountedCheck[]): void {
    for (const { componentId, id, periodMs } of checks) {
      const labels = this.#labels(componentId, id);
      this.#gauges.probe_period_seconds.set(labels, periodMs / 1000);
      for (const result of RESULTS) this.#counters.probe_slots_total.inc({ ...labels, result }, 0);
      this.#componentOf.set(id, componentId);
      for (const result of AGREED_RESULTS) this.#countAgreed(id, result, 0);
    }
  }

  /** Counts all attempts of one run, and its slot by the last attempt. */
  countRun(component: string, check: string, attempts: readonly StoredObservation[]): void {
    const labels = this.#labels(component, check);
    for (const { result, reason, durationMs } of attempts) {
      this.#counters.probe_runs_total.inc({ ...labels, result, reason: reason ?? "" });
      this.#histograms.probe_duration_seconds.observe(labels, durationMs / 1000);
    }
    const last = attempts.at(-1);
    if (last === undefined) return;
    this.#counters.probe_slots_total.inc({ ...labels, result: last.result });
    this.#showOfRun("probe_last_run_timestamp_seconds", labels, last.startedAtMs / 1000);
    if (last.result === "prober_error") return;
    this.#showOfRun("probe_success", labels, last.result === "failed" ? 0 : 1);
    for (const [phase, durationMs] of Object.entries(last.phases)) {
      this.#showOfRun("probe_phase_duration_seconds", { ...labels, phase }, durationMs / 1000);
    }
    for (const [measure, value] of Object.entries(last.measures)) {
      this.#showOfRun(`probe_${measure}`, labels, value);
    }
  }

  /**
   * Removes what the last runs of a check showed, since another prober of the location runs it now: a certificate that was
   * renewed meanwhile would look as if it expired.
   */
  hideLastRun(check: string): void {
    for (const remove of this.#ofLastRun.get(check)?.values() ?? []) remove();
    this.#ofLastRun.delete(check);
  }

  /** Counts a slot that this prober could not run, since its clock is off. */
  countUnknownSlot(component: string, check: string): void {
    const labels = this.#labels(component, check);
    this.#counters.probe_slots_total.inc({ ...labels, result: "prober_error" });
  }

  /** Counts a slot with the result that the locations agree on; while the database is away, with that of this location. */
  countAgreed(check: string, result: (typeof AGREED_RESULTS)[number]): void {
    this.#countAgreed(check, result, 1);
  }

  /** Shows whether measures of checks have become worse than their normal level. */
  showDrifts(drifts: readonly DriftNow[]): void {
    for (const { checkId, location, clip, measure, isDrifting } of drifts) {
      const component = this.#componentOf.get(checkId);
      if (component === undefined) continue;
      const labels = { component, check: checkId, location, clip, measure };
      this.#showOfRun("probe_drift", labels, isDrifting ? 1 : 0);
    }
  }

  /** Shows by how much the prober's clock is ahead of the database's. */
  showClock(differenceMs: number): void {
    this.#gauges.probe_clock_difference_seconds.set(differenceMs / 1000);
  }

  /** Counts slots that were not run. */
  countMissed(component: string, check: string, slots: number): void {
    this.#counters.probe_missed_slots_total.inc(this.#labels(component, check), slots);
  }

  /** Records how late a run began. */
  observeLag(lagMs: number): void {
    this.#histograms.probe_schedule_lag_seconds.observe({ location: this.#location }, lagMs / 1000);
  }

  /** Starts to export the size and age of the spool of `store`, and whether its database is up. */
  followStore(store: FollowedStore, now: () => number): void {
    this.#store = store;
    this.#now = now;
  }

  /** Starts to export the number of checks that this prober owns. */
  followOwned(countOwned: () => number): void {
    this.#countOwned = countOwned;
  }

  /** Counts results that were lost for good. */
  countLost(reason: (typeof LOSS_REASONS)[number], results: number): void {
    this.#counters.probe_lost_results_total.inc({ reason }, results);
  }

  /** Counts a statement that failed although the database is available. */
  countQueryError(): void {
    this.#counters.probe_query_errors_total.inc();
  }

  /** Shows whether the monitor.yaml of this prober differs from the shared one. */
  showDifference(differs: boolean): void {
    this.#gauges.monitor_config_differs.set(differs ? 1 : 0);
  }

  /** Shows whether the monitor file was taken when it was last read. */
  showReload(outcome: "taken" | "refused"): void {
    this.#gauges.monitor_config_last_reload_successful.set(outcome === "taken" ? 1 : 0);
    if (outcome === "refused") return;
    this.#gauges.monitor_config_last_reload_success_timestamp_seconds.setToCurrentTime();
  }

  /** Shows the current status of components. */
  showComponents(components: readonly ComponentNow[]): void {
    for (const { id, status } of components) {
      for (const other of COMPONENT_STATUSES) {
        this.#gauges.component_status.set(
          { component: id, status: other },
          other === status ? 1 : 0,
        );
      }
    }
  }

  /**
   * Removes the series of checks and components that were removed from the monitor file: they would look like checks that no
   * longer run.
   */
  async forget(checks: readonly string[], components: readonly string[]): Promise<void> {
    for (const check of checks) {
      this.#componentOf.delete(check);
      this.#ofLastRun.delete(check);
    }
    for (const { name } of this.registry.getMetricsAsArray()) {
      const metric = this.registry.getSingleMetric(name);
      const values = (await metric?.get())?.values ?? [];
      for (const { labels } of values) {
        // All buckets of a histogram are one series.
        const { le: _bucket, ...series } = labels as Record<string, string>;
        const { check = "", component = "" } = series;
        if (checks.includes(check) || components.includes(component)) metric?.remove(series);
      }
    }
  }

  /** Shows a figure of a check's last run, until that is hidden. */
  #showOfRun(
    name: string,
    labels: Readonly<Record<string, string>> & { readonly check: string },
    value: number,
  ): void {
    const gauge = this.#gauges[name];
    if (gauge === undefined) return;
    gauge.set(labels, value);
    const shown = this.#ofLastRun.get(labels.check) ?? new Map<string, () => void>();
    this.#ofLastRun.set(labels.check, shown);
    shown.set([name, ...Object.values(labels)].join(" "), () => gauge.remove(labels));
  }

  /** Creates a gauge; those about the result store and the shares compute their value when metrics are collected. */
  #gauge(options: GaugeConfiguration<string>): Gauge {
    const values: Readonly<Record<string, () => number>> = {
      probe_spooled_results: () => this.#store?.spool.count ?? 0,
      probe_spool_age_seconds: () => {
        const oldestMs = this.#store?.spool.oldestSlotMs;
        return oldestMs === undefined ? 0 : Math.max(0, this.#now() - oldestMs) / 1000;
      },
      probe_owned_checks: () => this.#countOwned?.() ?? 0,
      probe_database_up: () => (this.#store?.isDatabaseUp === false ? 0 : 1),
    };
    const value = values[options.name];
    const collect = value && { collect: (): void => gauge.set(value()) };
    const gauge = new Gauge({ ...options, ...collect, registers: [this.registry] });
    return gauge;
  }

  #countAgreed(check: string, result: string, slots: number): void {
    const component = this.#componentOf.get(check);
    if (component === undefined) return;
    this.#counters.probe_agreed_slots_total.inc({ component, check, result }, slots);
  }

  #labels(component: string, check: string) {
    return { component, check, location: this.#location };
  }
}

function madeOf<Name extends string, Metric>(
  table: Readonly<Record<Name, Definition>>,
  make: (options: { name: string; help: string; labelNames: readonly string[] }) => Metric,
): Record<Name, Metric> {
  return Object.fromEntries(
    Object.entries<Definition>(table).map(([name, { labels, ...rest }]) => [
      name,
      make({ name, labelNames: labels, ...rest }),
    ]),
  ) as Record<Name, Metric>;
}
