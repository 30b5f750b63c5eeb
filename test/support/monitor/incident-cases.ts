import type { ComponentStatus } from "#migrations/status/schema.ts";
import type { ComponentNow, IncidentNow } from "#monitor/domain/incident-now.ts";

export const minuteMs = 60_000;
export const noonMs = Date.parse("2026-11-21T12:00:00Z");

const groups: Readonly<Record<string, string>> = {
  "stt-file": "group-api",
  tts: "group-api",
  web: "group-web",
};

export function components(
  statuses: Partial<Record<"stt-file" | "tts" | "web", ComponentStatus>>,
  sinceMs = noonMs,
): ComponentNow[] {
  return Object.entries(groups).map(([id, groupId]) => {
    const status = statuses[id as keyof typeof statuses] ?? "operational";
    const isWell = status === "operational";
    const failing = isWell ? { reason: null } : { reason: "timeout" };
    return {
      id,
      groupId,
      dependsOn: [],
      status,
      sinceMs,
      ...failing,
      failedSlotMs: isWell ? null : sinceMs,
    };
  });
}

export function incident(facts: Partial<IncidentNow>): IncidentNow {
  return {
    id: "incident",
    automatic: true,
    givenBackAtMs: null,
    status: "investigating",
    impact: "major",
    worstImpact: "major",
    startedAtMs: noonMs,
    createdAtMs: noonMs + 2 * minuteMs,
    updatedAtMs: noonMs + 2 * minuteMs,
    resolvedAtMs: null,
    components: new Map([["stt-file", "major_outage"]]),
    reasons: new Map(),
    worst: new Map(),
    latest: announcedAt(noonMs + 2 * minuteMs, [["stt-file", "operational", "major_outage"]]),
    ...facts,
  };
}

type Change = readonly [id: string, oldStatus: ComponentStatus, newStatus: ComponentStatus];

export function announcedAt(
  createdAtMs: number,
  changes: readonly Change[],
): IncidentNow["latest"] {
  const statusChanges = changes.map(([id, oldStatus, newStatus]) => ({ id, oldStatus, newStatus }));
  return { createdAtMs, changes: statusChanges };
}
