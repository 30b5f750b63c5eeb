import type { PageView } from "#status-api/page/page-view.ts";
import { toneOfImpact } from "#monitor/domain/impact.ts";
import type { Tone } from "#monitor/domain/overall.ts";
import type { StoryView } from "#status-api/page/page-view-story.ts";

type Stories = Pick<PageView, "incidents" | "maintenances">;

export function openOf({ incidents }: Pick<Stories, "incidents">): StoryView[] {
  return incidents.filter(({ resolvedAtMs }) => resolvedAtMs === null);
}

export function runningOf({ maintenances }: Pick<Stories, "maintenances">): StoryView[] {
  return maintenances.filter(
    ({ status, resolvedAtMs }) => resolvedAtMs === null && status !== "scheduled",
  );
}

export function comingOf({ maintenances }: Pick<Stories, "maintenances">): StoryView[] {
  return maintenances
    .filter(({ status }) => status === "scheduled")
    .toSorted((a, b) => (a.schedule?.fromMs ?? 0) - (b.schedule?.fromMs ?? 0));
}

/** The tone of a story: that of its impact while it lasts, one of its own while it is only watched, then that of health. */
export function toneOfStory({
  impact,
  status,
  resolvedAtMs,
}: Pick<StoryView, "impact" | "status" | "resolvedAtMs">): Tone {
  if (resolvedAtMs !== null) return "operational";
  return status === "monitoring" ? "monitoring" : toneOfImpact[impact];
}
