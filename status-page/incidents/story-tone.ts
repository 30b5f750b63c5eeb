import type { StoryView } from "#status-api/page/page-view-story.ts";
import type { ComponentStatus, IncidentImpact } from "#monitor/domain/component-status.ts";

const tones: Readonly<Record<IncidentImpact, ComponentStatus>> = {
  none: "unknown",
  minor: "degraded_performance",
  major: "partial_outage",
  critical: "major_outage",
  maintenance: "under_maintenance",
};

/** The component status whose colour and mark a story bears: that of its impact while it lasts, then that of health. */
export function toneOfStory({
  impact,
  resolvedAtMs,
}: Pick<StoryView, "impact" | "resolvedAtMs">): ComponentStatus {
  return resolvedAtMs === null ? tones[impact] : "operational";
}
