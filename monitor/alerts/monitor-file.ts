import { MINUTE_MS } from "#units/time.ts";
import { MONITOR_FILE } from "../domain/configuration-version.ts";
import type { AlertRule } from "./configuration.ts";

/** A difference has to last this long before anybody is notified: a change reaches one location after the other. */
export const NOTIFIED_AFTER_MS = 15 * MINUTE_MS;

/** Returns what such an alert of a location has in the place of the check's id; no check can have it. */
export function monitorFileCheckId(location: string): string {
  return `@${location}`;
}

/**
 * Adds, for each rule about all checks, a rule about monitor files that differ between locations: it notifies the same people,
 * by a warning at most. Where no rule is about all checks, it is added for every rule, so that somebody is notified.
 */
export function withMonitorFileRules(rules: readonly AlertRule[]): AlertRule[] {
  const general = rules.filter(isAboutAllChecks);
  const copied = general.length > 0 ? general : rules;
  return [
    ...rules,
    ...copied.map((rule) => ({
      ...rule,
      id: `${rule.id}@${MONITOR_FILE}`,
      components: [MONITOR_FILE],
      groups: [],
      checks: [],
      afterBadSlots: 1,
      includesDegraded: false,
      severity: rule.severity === "critical" ? ("warning" as const) : rule.severity,
    })),
  ];
}

export function isAboutAllChecks({
  components,
  groups,
  checks,
}: Pick<AlertRule, "components" | "groups" | "checks">): boolean {
  return components.length + groups.length + checks.length === 0;
}
