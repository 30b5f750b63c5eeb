import { expect, test } from "vitest";
import { isWorse, severityOf, worstStatus } from "./component-status.ts";
import { endOf, stageOf } from "./status-event.ts";
import { toneOfStatusEvent } from "./status-event-tone.ts";

test("the worst of several statuses is found, and unknown of none", () => {
  expect(worstStatus([])).toBe("unknown");
  expect(worstStatus(["operational"])).toBe("operational");
  expect(worstStatus(["partial_outage", "major_outage", "operational"])).toBe("major_outage");
  expect(worstStatus(["degraded_performance", "partial_outage"])).toBe("partial_outage");
});

test("statuses that fail have a severity, others none", () => {
  const severities = ["degraded_performance", "partial_outage", "major_outage"] as const;
  expect(severities.map(severityOf)).toEqual([1, 2, 3]);
  const others = ["operational", "unknown", "under_maintenance"] as const;
  expect(others.map(severityOf)).toEqual([0, 0, 0]);
  expect(isWorse("major_outage", "partial_outage")).toBe(true);
  expect(isWorse("major_outage", "major_outage")).toBe(false);
  expect(isWorse("operational", "unknown")).toBe(false);
});

test("a status event has the tone of its impact, until it is watched or over", () => {
  const event = { impact: "critical", status: "identified", resolvedAtMs: null } as const;
  const tones = [
    toneOfStatusEvent(event),
    toneOfStatusEvent({ ...event, status: "monitoring" }),
    toneOfStatusEvent({ ...event, status: "monitoring", resolvedAtMs: 1 }),
  ];
  expect(tones).toEqual(["major_outage", "monitoring", "operational"]);
});

test("a status event is over when it began to be watched, and resolved with its postmortem", () => {
  expect(endOf({ monitoringAtMs: 1, resolvedAtMs: 2 })).toBe(1);
  expect(endOf({ monitoringAtMs: null, resolvedAtMs: 2 })).toBe(2);
  expect(endOf({ monitoringAtMs: null, resolvedAtMs: null })).toBeNull();
  expect(stageOf({ status: "postmortem" })).toBe("resolved");
  expect(stageOf({ status: "monitoring" })).toBe("monitoring");
});
