import type { PageView } from "#status-api/page/page-view.ts";
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
