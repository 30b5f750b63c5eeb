import { expect, test } from "vitest";
import type { StatusEventView } from "#status-api/page/page-view-status-event.ts";
import { comingOf, openOf, runningOf } from "./status-events.ts";

const event = (
  id: string,
  status: StatusEventView["status"],
  resolvedAtMs: number | null,
  fromMs?: number,
) =>
  ({
    id,
    status,
    resolvedAtMs,
    schedule: fromMs === undefined ? null : { fromMs, untilMs: fromMs + 1 },
  }) as StatusEventView;
const ids = (events: readonly StatusEventView[]) => events.map(({ id }) => id);

test("incidents are open until they are resolved", () => {
  const incidents = [
    event("a", "investigating", null),
    event("b", "resolved", 1),
    event("c", "monitoring", null),
  ];
  expect(ids(openOf({ incidents }))).toEqual(["a", "c"]);
});

test("maintenances run once they have begun, and come, the next one first, until then", () => {
  const maintenances = [
    event("late", "scheduled", null, 300),
    event("running", "in_progress", null, 50),
    event("checked", "verifying", null, 40),
    event("done", "completed", 100, 10),
    event("next", "scheduled", null, 200),
  ];
  expect(ids(runningOf({ maintenances }))).toEqual(["running", "checked"]);
  expect(ids(comingOf({ maintenances }))).toEqual(["next", "late"]);
  expect(ids(maintenances)[0]).toBe("late");
});
