import type { PageView } from "#status-api/page/page-view.ts";
import type { StatusEventView } from "#status-api/page/page-view-status-event.ts";

type StatusEvents = Pick<PageView, "incidents" | "maintenances">;

export function openOf({ incidents }: Pick<StatusEvents, "incidents">): StatusEventView[] {
  return incidents.filter(({ resolvedAtMs }) => resolvedAtMs === null);
}

export function runningOf({ maintenances }: Pick<StatusEvents, "maintenances">): StatusEventView[] {
  return maintenances.filter(
    ({ status, resolvedAtMs }) => resolvedAtMs === null && status !== "scheduled",
  );
}

export function comingOf({ maintenances }: Pick<StatusEvents, "maintenances">): StatusEventView[] {
  return maintenances
    .filter(({ status }) => status === "scheduled")
    .toSorted((a, b) => (a.schedule?.fromMs ?? 0) - (b.schedule?.fromMs ?? 0));
}
