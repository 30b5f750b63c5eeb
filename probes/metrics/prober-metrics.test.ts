import { expect, test } from "vitest";
import type { StoredObservation } from "#monitor/domain/observation.ts";
import { ProberMetrics } from "./prober-metrics.ts";

const passed: StoredObservation = {
  result: "ok",
  reason: null,
  message: null,
  phases: {},
  measures: {},
  startedAtMs: 0,
  durationMs: 1,
  attempt: 1,
};

test("slots of a check are counted from a zero on, each by what it came to", async () => {
  const metrics = new ProberMetrics("ankara");
  const failed: StoredObservation = { ...passed, result: "failed", reason: "timeout" };
  metrics.beginSlots([{ componentId: "web", id: "web-page", periodMs: 60_000 }]);
  metrics.countRun("web", "web-page", [failed, { ...failed, attempt: 2 }]);
  metrics.countRun("web", "web-page", [failed]);
  metrics.countAgreed("web-page", "failed");
  metrics.countAgreed("of-another-file", "failed");
  metrics.beginSlots([{ componentId: "web", id: "web-page", periodMs: 120_000 }]);
  const text = await metrics.registry.metrics();
  const labels = 'component="web",check="web-page",location="ankara"';
  expect(text.split("\n").filter((line) => /^probe_(period|slots|agreed)_/.test(line))).toEqual([
    `probe_period_seconds{${labels}} 120`,
    `probe_slots_total{${labels},result="ok"} 0`,
    `probe_slots_total{${labels},result="degraded"} 0`,
    `probe_slots_total{${labels},result="failed"} 2`,
    `probe_slots_total{${labels},result="prober_error"} 0`,
    'probe_agreed_slots_total{component="web",check="web-page",result="ok"} 0',
    'probe_agreed_slots_total{component="web",check="web-page",result="degraded"} 0',
    'probe_agreed_slots_total{component="web",check="web-page",result="failed"} 1',
  ]);
});

test("a check is no more than 26 lines, which docs/operations.md counts with", async () => {
  const linesOf = async (count: number) => {
    const metrics = new ProberMetrics("ankara");
    const checks = Array.from({ length: count }, (_, at) => ({
      componentId: "web",
      id: `check-${at}`,
      periodMs: 60_000,
    }));
    metrics.beginSlots(checks);
    for (const { id } of checks) {
      const phases = { dns: 1, connect: 2, tls: 3, first_byte: 4 };
      metrics.countRun("web", id, [{ ...passed, phases }]);
      metrics.countAgreed(id, "ok");
    }
    return (await metrics.registry.metrics()).split("\n").length;
  };
  expect((await linesOf(100)) - (await linesOf(0))).toBeLessThanOrEqual(2_600);
});
