import { MINUTE_MS } from "#units/time.ts";
import { MONITOR_FILE } from "../domain/configuration-version.ts";
import type { AlertRule } from "./configuration.ts";

/** A difference is told after this time, since a change reaches one location after the other. */
export const TOLD_AFTER_MS = 15 * MINUTE_MS;

/** Returns what such an alert of a location has in the place of the check's id; no check can have it. */
export function monitorFileCheckId(location: string): string {
  return `@${location}`;
}

/**
 * Returns the rules with, for each that is about all checks, one about differing files: it tells the same people, by a warning
 * at most. Where no rule is about all checks, all rules have one, so that somebody is told.
 */
export function withMonitorFileRules(rules: readonly AlertRule[]): AlertRule[] {
  const general = rules.filter(isAboutAllChecks);
  const telling = general.length > 0 ? general : rules;
  return [
    ...rules,
    ...telling.map((rule) => ({
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
