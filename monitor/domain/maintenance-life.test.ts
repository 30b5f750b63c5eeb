import { expect, test } from "vitest";

import {
  dueSteps,
  maintenanceStatusAt,
  type MaintenanceTimes,
  maintenanceWindow,
} from "./maintenance-life.ts";

const from100To200: MaintenanceTimes = {
  status: "scheduled",
  startedAtMs: 100,
  scheduledUntilMs: 200,
  endedAtMs: null,
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
  expect(maintenanceWindow({ ...completed, endedAtMs: 150 })).toEqual({ fromMs: 100, toMs: 150 });
  expect(maintenanceWindow({ ...completed, endedAtMs: 50 })).toBeNull();
});
