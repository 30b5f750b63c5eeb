import { expect, test } from "vitest";
import { incidentsOfDay } from "./day-incidents.ts";

const dayMs = Date.parse("2026-11-21T00:00:00Z");
const at = (hours: number) => dayMs + hours * 3_600_000;

/** An incident from one hour of the day to another; `to` undefined while it goes on. */
const from = (hours: number, to?: number, monitoring?: number) => ({
  startedAtMs: at(hours),
  monitoringAtMs: monitoring === undefined ? null : at(monitoring),
  resolvedAtMs: to === undefined ? null : at(to),
});

test.each([
  ["began and ended on the day", from(3, 5), true],
  ["goes on since the days before", from(-50), true],
  ["goes on since that day", from(23), true],
  ["ended at midnight", from(-5, 0), true],
  ["ended the day before", from(-5, -0.1), false],
  ["was over the day before, and only monitored since", from(-5, 3, -1), false],
  ["began at the next midnight", from(24), false],
])("an incident that %s", (_name, incident, isShown) => {
  expect(incidentsOfDay([incident], dayMs)).toEqual(isShown ? [incident] : []);
});
