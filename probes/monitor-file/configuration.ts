import type { CheckImpact } from "#migrations/status/schema.ts";
import type { AlertConfiguration } from "#monitor/alerts/configuration.ts";
import type { SlowP95 } from "#monitor/domain/slow-p95.ts";
import type { Control } from "../run/controls.ts";
import type { RunnableCheck } from "../run/run-check.ts";
import type { ScheduledCheck } from "../schedule/schedule.ts";
import type { ConfiguredIdentity } from "./read-identity.ts";
import type { MonitorDocument } from "./schema.ts";

/** The content of monitor.yaml, validated and complete; page, groups and components are as written there. */
export interface MonitorConfiguration extends Pick<MonitorDocument, "groups">, ConfiguredIdentity {
  readonly page: Pick<
    MonitorDocument["page"],
    "id" | "name" | "url" | "time_zone" | "downtime_weights" | "slo" | "report"
  >;
  readonly components: readonly Omit<MonitorDocument["components"][number], "checks">[];
  /** Digest of the content before variables are replaced: equal at all locations that have the same file. */
  readonly digest: string;
  /** The file's own version; of two files the one with the higher version applies. */
  readonly version?: number | undefined;
  /** Controls that detect faults of the prober itself, besides those that every prober has. */
  readonly controls: readonly Control[];
  /** The checks of all components, in the order of the file. */
  readonly checks: readonly CheckConfiguration[];
  /** Receivers and rules of alerts; undefined if there are none. */
  readonly alerts?: AlertConfiguration | undefined;
}

/** One check, ready to be scheduled and run. */
export interface CheckConfiguration extends ScheduledCheck, RunnableCheck {
  readonly componentId: string;
  readonly kind: string;
  readonly impact: CheckImpact;
  readonly slowP95?: SlowP95 | undefined;
  /** Instructions for people on call when it fails. */
  readonly runbookUrl?: string | undefined;
}
