import { expect, test } from "vitest";
import { maintenanceTurns } from "./maintenance-by-clock.ts";
import type { Maintenance } from "./snapshot.ts";

const disks: Maintenance = {
  id: "disks",
  name: { en: "Disks", tr: "Diskler" },
  status: "scheduled",
  impact: "maintenance",
  startedAtMs: 1000,
  createdAtMs: 0,
  updatedAtMs: 0,
  monitoringAtMs: null,
  resolvedAtMs: null,
  componentIds: [],
  updates: [],
  scheduledForMs: 1000,
  scheduledUntilMs: 2000,
};

test("a maintenance turns once at its begin and once at its end", () => {
  const turns = (sinceMs: number, nowMs: number) => maintenanceTurns([disks], sinceMs, nowMs);
  expect(turns(0, 999)).toBe(false);
  expect(turns(999, 1000)).toBe(true);
  expect(turns(1000, 1999)).toBe(false);
  expect(turns(1999, 2000)).toBe(true);
  expect(turns(2000, 9000)).toBe(false);
});

test("one that ended early turns then, one that was cancelled before it began never", () => {
  expect(maintenanceTurns([{ ...disks, resolvedAtMs: 1500 }], 1400, 1600)).toBe(true);
  expect(maintenanceTurns([{ ...disks, resolvedAtMs: 500 }], 0, 9000)).toBe(false);
});
