import { describe, expect, test } from "vitest";
import type { MaintenanceTimes } from "#monitor/domain/maintenance.ts";
import {
  afterStep,
  checkTimes,
  type MaintenanceMove,
  type MaintenanceStepName,
  withNewTimes,
} from "./maintenance-rules.ts";

const minuteMs = 60_000;
const at = (minute: number): number => minute * minuteMs;

/** From minute 100 to 200. */
const scheduled: MaintenanceTimes = {
  status: "scheduled",
  startedAtMs: at(100),
  scheduledUntilMs: at(200),
  resolvedAtMs: null,
};
const running: MaintenanceTimes = { ...scheduled, status: "in_progress" };
const verifying: MaintenanceTimes = { ...scheduled, status: "verifying" };
const completed: MaintenanceTimes = { ...scheduled, status: "completed", resolvedAtMs: at(150) };
const cancelled: MaintenanceTimes = { ...scheduled, status: "completed", resolvedAtMs: at(50) };

const move = (
  status: MaintenanceMove["status"],
  started: number,
  ended: number | null = null,
): MaintenanceMove => ({
  status,
  startedAtMs: at(started),
  resolvedAtMs: ended === null ? null : at(ended),
});

test.each<[string, MaintenanceTimes, MaintenanceStepName, number, MaintenanceMove | null]>([
  ["starts early", scheduled, "start", 90, move("in_progress", 90)],
  ["has started by itself", scheduled, "start", 110, null],
  ["is started once", running, "start", 110, null],
  ["is verified", running, "verify", 110, move("verifying", 100)],
  [
    "is verified though its start was not written",
    scheduled,
    "verify",
    110,
    move("verifying", 100),
  ],
  ["is verified once", verifying, "verify", 110, null],
  ["is completed early", running, "complete", 150, move("completed", 100, 150)],
  ["is completed after verifying", verifying, "complete", 150, move("completed", 100, 150)],
  ["has ended by itself", running, "complete", 201, null],
  ["is completed once", completed, "complete", 160, null],
  ["is cancelled", scheduled, "cancel", 50, move("completed", 100, 50)],
  ["is cancelled once", cancelled, "cancel", 60, null],
])("%s", (_, maintenance, step, minute, expected) => {
  expect(afterStep(maintenance, step, at(minute))).toEqual(expected);
});

test.each<[MaintenanceTimes, MaintenanceStepName, number, string]>([
  [scheduled, "verify", 90, "the maintenance is scheduled: start it first; verify takes"],
  [scheduled, "complete", 90, "it has not begun; cancel it"],
  [scheduled, "cancel", 100, "the maintenance is in_progress: it has begun; complete it"],
  [verifying, "start", 150, "the maintenance is verifying; start takes one that is scheduled"],
  [running, "verify", 201, "the maintenance is completed; verify takes one that is in_progress"],
  [completed, "cancel", 160, "the maintenance is completed; cancel takes one that is scheduled"],
  [cancelled, "complete", 60, "the maintenance is completed; complete takes"],
])("%j refuses %s at minute %d", (maintenance, step, minute, message) => {
  expect(() => afterStep(maintenance, step, at(minute))).toThrow(message);
});

describe("new times", () => {
  const planned = { ...scheduled, scheduledForMs: at(100) };

  test("move what has not begun, and extend what has", () => {
    const moved = { scheduledForMs: at(120), scheduledUntilMs: at(240) };
    expect(withNewTimes(planned, moved, at(50))).toEqual(moved);
    expect(
      withNewTimes({ ...planned, status: "in_progress" }, { scheduledUntilMs: at(230) }, at(150)),
    ).toEqual({ scheduledForMs: at(100), scheduledUntilMs: at(230) });
  });

  test.each<[string, number, { scheduledForMs?: number; scheduledUntilMs?: number }, string]>([
    ["a start that has been", 150, { scheduledForMs: at(160) }, "when it began does not change"],
    ["what is over", 210, { scheduledUntilMs: at(230) }, "the maintenance is completed"],
    ["an end that has been", 150, { scheduledUntilMs: at(140) }, "scheduled_until is in the past"],
    ["a start in the past", 50, { scheduledForMs: at(40) }, "scheduled_for is in the past"],
    ["an end before the start", 50, { scheduledUntilMs: at(90) }, "is not after scheduled_for"],
    ["an end far away", 50, { scheduledUntilMs: at(100_000) }, "more than 30 days"],
  ])("refuse %s", (_, minute, times, message) => {
    expect(() => withNewTimes(planned, times, at(minute))).toThrow(message);
  });

  test("let a clock that is behind say now", () => {
    const plan = { scheduledForMs: at(10), scheduledUntilMs: at(20) };
    expect(() => checkTimes(plan, { mayHaveBegun: false }, at(11))).not.toThrow();
    expect(() => checkTimes(plan, { mayHaveBegun: false }, at(12))).toThrow("in the past");
  });
});
