import { expect, test } from "vitest";
import {
  dueSteps,
  maintenanceStatusAt,
  maintenanceTurns,
  type MaintenanceTimes,
  maintenanceWindow,
} from "./maintenance.ts";

const from100To200: MaintenanceTimes = {
  status: "scheduled",
  startedAtMs: 100,
  scheduledUntilMs: 200,
  resolvedAtMs: null,
};

test.each<[MaintenanceTimes["status"], number, string[]]>([
  ["scheduled", 99, []],
  ["scheduled", 100, ["in_progress 100"]],
  ["scheduled", 199, ["in_progress 100"]],
  ["scheduled", 200, ["in_progress 100", "completed 200"]],
  ["in_progress", 150, []],
  ["in_progress", 200, ["completed 200"]],
  ["verifying", 199, []],
  ["verifying", 500, ["completed 200"]],
  ["completed", 500, []],
])("%s at %d takes the steps %j", (status, nowMs, steps) => {
  const due = dueSteps({ ...from100To200, status }, nowMs);
  expect(due.map((step) => `${step.status} ${step.atMs}`)).toEqual(steps);
});

test("its status is that of the last step that is due, also before anybody wrote it", () => {
  expect(maintenanceStatusAt(from100To200, 99)).toBe("scheduled");
  expect(maintenanceStatusAt(from100To200, 100)).toBe("in_progress");
  expect(maintenanceStatusAt({ ...from100To200, status: "verifying" }, 150)).toBe("verifying");
  expect(maintenanceStatusAt(from100To200, 200)).toBe("completed");
});

test("its window ends as announced, or when it was completed; one that was cancelled has none", () => {
  expect(maintenanceWindow(from100To200)).toEqual({ fromMs: 100, toMs: 200 });
  const completed = { ...from100To200, status: "completed" } as const;
  expect(maintenanceWindow({ ...completed, resolvedAtMs: 150 })).toEqual({
    fromMs: 100,
    toMs: 150,
  });
  expect(maintenanceWindow({ ...completed, resolvedAtMs: 50 })).toBeNull();
});

const from1000To2000: MaintenanceTimes = {
  ...from100To200,
  startedAtMs: 1000,
  scheduledUntilMs: 2000,
};

test("a maintenance turns once at its begin and once at its end", () => {
  const turns = (sinceMs: number, nowMs: number) =>
    maintenanceTurns([from1000To2000], sinceMs, nowMs);
  expect(turns(0, 999)).toBe(false);
  expect(turns(999, 1000)).toBe(true);
  expect(turns(1000, 1999)).toBe(false);
  expect(turns(1999, 2000)).toBe(true);
  expect(turns(2000, 9000)).toBe(false);
});

test("one that ended early turns then, one that was cancelled before it began never", () => {
  expect(maintenanceTurns([{ ...from1000To2000, resolvedAtMs: 1500 }], 1400, 1600)).toBe(true);
  expect(maintenanceTurns([{ ...from1000To2000, resolvedAtMs: 500 }], 0, 9000)).toBe(false);
});
