import type { CheckImpact } from "#migrations/status/schema.ts";
import type { AlertConfiguration } from "#monitor/alerts/configuration.ts";
import type { SlowP95 } from "#monitor/domain/slow-p95.ts";
import type { Control } from "../run/controls.ts";
import type { RunnableCheck } from "../run/run-check.ts";
import type { ScheduledCheck } from "../schedule/schedule.ts";
import type { ConfiguredIdentity } from "./read-identity.ts";
import type { MonitorDocument } from "./schema.ts";

/** What monitor.yaml says, checked and complete; page, groups and components are as they stand there. */
export interface MonitorConfiguration extends Pick<MonitorDocument, "groups">, ConfiguredIdentity {
  readonly page: Pick<
    MonitorDocument["page"],
    "id" | "name" | "url" | "time_zone" | "downtime_weights" | "slo" | "report"
  >;
  readonly components: readonly Omit<MonitorDocument["components"][number], "checks">[];
  /** Of what the file says, its variables not replaced: the same at every location that has the same file. */
  readonly digest: string;
  /** What the file calls itself; of two files the higher one holds. */
  readonly version?: number | undefined;
  /** What tells the prober's own trouble, besides what every prober has. */
  readonly controls: readonly Control[];
  /** The checks of all components, in the order of the file. */
  readonly checks: readonly CheckConfiguration[];
  /** Who is told of failures; undefined where nobody is. */
  readonly alerts?: AlertConfiguration | undefined;
}

/** One check, ready to be scheduled and run. */
export interface CheckConfiguration extends ScheduledCheck, RunnableCheck {
  readonly componentId: string;
  readonly kind: string;
  readonly impact: CheckImpact;
  readonly slowP95?: SlowP95 | undefined;
  /** What people on call read when it fails. */
  readonly runbookUrl?: string | undefined;
}
