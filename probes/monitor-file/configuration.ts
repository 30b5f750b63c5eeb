import type { CheckImpact } from "#migrations/status/schema.ts";
import type { Translations } from "#monitor/domain/localized-text.ts";
import type { Control } from "../run/controls.ts";
import type { RunnableCheck } from "../run/run-check.ts";
import type { ScheduledCheck } from "../schedule/schedule.ts";

/** What monitor.yaml says, checked and complete. */
export interface MonitorConfiguration {
  readonly page: {
    readonly id: string;
    readonly name: Translations;
    readonly url: string;
    readonly timeZone: string;
    /** The share of such an outage's time that counts as downtime, 0 to 1. */
    readonly downtimeWeights: { readonly partialOutage: number; readonly majorOutage: number };
  };
  readonly groups: readonly GroupConfiguration[];
  readonly components: readonly ComponentConfiguration[];
  /** What tells the prober's own trouble, besides what every prober has. */
  readonly controls: readonly Control[];
  /** The checks of all components, in the order of the file. */
  readonly checks: readonly CheckConfiguration[];
}

/** One group of components. */
export interface GroupConfiguration {
  readonly id: string;
  readonly name: Translations;
}

/** One component, its checks apart. */
export interface ComponentConfiguration {
  readonly id: string;
  readonly name: Translations;
  readonly description: Translations;
  readonly groupId: string | null;
  readonly showcase: boolean;
  readonly onlyShowIfDegraded: boolean;
}

/** One check, ready to be scheduled and run. */
export interface CheckConfiguration extends ScheduledCheck, RunnableCheck {
  readonly componentId: string;
  readonly kind: string;
  readonly impact: CheckImpact;
}
