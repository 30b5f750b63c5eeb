import type {
  ComponentStatus,
  IncidentImpact,
  IncidentStatus,
  MaintenanceStatus,
} from "./component-status.ts";
import type { PageKind } from "./page-summary.ts";

/**
 * The names of statuses and impacts in one language, from languages/{language}/monitor/status.json, for the page, feeds, badges
 * and messages.
 */
export interface StatusTexts {
  readonly overall: Readonly<Record<PageKind, string>>;
  readonly component: Readonly<Record<ComponentStatus, string>>;
  /** States of incidents and of maintenance. */
  readonly stages: Readonly<Record<IncidentStatus | MaintenanceStatus, string>>;
  readonly impacts: Readonly<Record<IncidentImpact, string>>;
}
