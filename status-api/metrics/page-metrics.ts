import { Gauge, Histogram, Registry } from "prom-client";
import { readBuildInfo } from "#runtime/build-info.ts";
import type { Publication } from "../publication/publication.ts";
import { COMPONENT_STATUSES } from "#monitor/domain/component-status.ts";

/** The uptime objective of checks, which the alert rules in deploy/prometheus use as well. */
const OBJECTIVE = 0.999;

/** Creates the status API's metrics; component figures are those of the snapshot that is being served. */
export function statusApiMetrics(published: {
  current(): Publication | undefined;
  nowMs(): number;
}) {
  const register = new Registry();
  const registers = [register];
  const build = new Gauge({
    name: "status_api_build_info",
    help: "1, with the version that runs and the commit it is of, where that is known.",
    labelNames: ["version", "commit"],
    registers,
  });
  build.set(readBuildInfo(), 1);
  new Gauge({
    name: "component_status",
    help: "1 for the status the component is in, 0 for every other",
    labelNames: ["component", "status"],
    registers,
    collect() {
      this.reset();
      for (const { id, status } of published.current()?.snapshot.components ?? []) {
        for (const one of COMPONENT_STATUSES) {
          this.set({ component: id, status: one }, one === status ? 1 : 0);
        }
      }
    },
  });
  new Gauge({
    name: "component_uptime_ratio",
    help: "Share of the observed time of the window in which the component was up, maintenance left out",
    labelNames: ["component", "window"],
    registers,
    collect() {
      this.reset();
      for (const { id, uptimePercent } of published.current()?.snapshot.components ?? []) {
        this.set({ component: id, window: "90d" }, uptimePercent / 100);
      }
    },
  });
  new Gauge({
    name: "component_error_budget_remaining_ratio",
    help: `Share of the downtime that an uptime of ${100 * OBJECTIVE} % in 90 days allows which is left; negative once it is spent`,
    labelNames: ["component"],
    registers,
    collect() {
      this.reset();
      for (const { id, uptimePercent } of published.current()?.snapshot.components ?? []) {
        this.set({ component: id }, 1 - (1 - uptimePercent / 100) / (1 - OBJECTIVE));
      }
    },
  });
  new Gauge({
    name: "status_data_age_seconds",
    help: "Seconds since the monitor last wrote what is being served",
    registers,
    collect() {
      const snapshot = published.current()?.snapshot;
      if (snapshot !== undefined)
        this.set(Math.max(0, published.nowMs() - snapshot.dataAtMs) / 1000);
    },
  });
  const requestDuration = new Histogram({
    name: "status_http_request_duration_seconds",
    help: "Time to answer a request, by route, method and status code",
    labelNames: ["route", "method", "code"],
    buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 1],
    registers,
  });
  return {
    register,
    /** Counts an answer and its duration, by the pattern of its route. */
    observeRequest(route: string, method: string, code: number, elapsedMs: number): void {
      requestDuration.observe({ route, method, code }, elapsedMs / 1000);
    },
  };
}
