import { expect, test } from "vitest";
import type { ComponentNow } from "#monitor/domain/incident-now.ts";
import type { ComponentStatus } from "#monitor/domain/component-status.ts";
import { Recoveries } from "./recoveries.ts";

const CHECK = { id: "web-health", componentId: "web" };
const component = (status: ComponentStatus): ComponentNow => ({
  id: "web",
  groupId: null,
  dependsOn: [],
  status,
  sinceMs: 0,
  reason: null,
  failedSlotMs: null,
});
const attempts = (...results: ("ok" | "degraded" | "failed" | "prober_error")[]) =>
  results.map((result) => ({ result }));

test("a run that passes is confirmed while its component is down, and once", () => {
  const recoveries = new Recoveries();
  expect(recoveries.isBetter(CHECK, "ok")).toBe(false);
  recoveries.see([component("major_outage")]);
  recoveries.see([]);
  recoveries.ran(CHECK.id, attempts("failed", "failed"));
  expect(recoveries.isBetter(CHECK, "ok")).toBe(true);
  recoveries.ran(CHECK.id, attempts("ok", "failed"));
  expect(recoveries.isBetter(CHECK, "ok")).toBe(true);
  recoveries.ran(CHECK.id, attempts("ok", "ok"));
  expect(recoveries.isBetter(CHECK, "ok")).toBe(false);
  recoveries.see([component("operational")]);
  recoveries.ran(CHECK.id, attempts("failed", "failed"));
  expect(recoveries.isBetter(CHECK, "ok")).toBe(false);
});

test("one that stays slow is confirmed once, and again as it gets well", () => {
  const recoveries = new Recoveries();
  recoveries.see([component("degraded_performance")]);
  recoveries.ran(CHECK.id, attempts("failed", "failed"));
  expect(recoveries.isBetter(CHECK, "degraded")).toBe(true);
  recoveries.ran(CHECK.id, attempts("degraded", "ok"));
  expect(recoveries.isBetter(CHECK, "degraded")).toBe(false);
  expect(recoveries.isBetter(CHECK, "ok")).toBe(true);
  recoveries.ran(CHECK.id, attempts("prober_error"));
  expect(recoveries.isBetter(CHECK, "degraded")).toBe(false);
});

test("nothing is confirmed under maintenance, or where nobody knows how a component is", () => {
  const recoveries = new Recoveries();
  for (const status of ["under_maintenance", "unknown", "operational"] as const) {
    recoveries.see([component(status)]);
    expect(recoveries.isBetter(CHECK, "ok")).toBe(false);
  }
});
