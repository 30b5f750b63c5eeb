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

test("what the last runs of a check showed goes when another prober runs it, and nothing else", async () => {
  const metrics = new ProberMetrics("ankara");
  const drift = { location: "ankara", clip: "", measure: "duration_ms", isDrifting: true } as const;
  const ids = ["web-page", "docs-page"];
  metrics.beginSlots(ids.map((id) => ({ componentId: "web", id, periodMs: 60_000 })));
  for (const checkId of ids) {
    const measures = { tls_expiry_timestamp_seconds: 1 };
    metrics.countRun("web", checkId, [{ ...passed, phases: { dns: 1, connect: 2 }, measures }]);
    metrics.showDrifts([{ ...drift, checkId }]);
  }
  const seriesOf = async (check: string) =>
    (await metrics.registry.metrics())
      .split("\n")
      .filter((line) => line.includes(`check="${check}"`))
      .map((line) => line.slice(0, line.indexOf("{")));
  const ofRuns = [
    "probe_success",
    "probe_last_run_timestamp_seconds",
    "probe_phase_duration_seconds",
    "probe_phase_duration_seconds",
    "probe_tls_expiry_timestamp_seconds",
    "probe_drift",
  ];
  const all = await seriesOf("docs-page");
  expect(all).toEqual(expect.arrayContaining(ofRuns));
  metrics.hideLastRun("web-page");
  metrics.hideLastRun("web-page");
  expect(await seriesOf("web-page")).toEqual(all.filter((name) => !ofRuns.includes(name)));
  expect(await seriesOf("docs-page")).toEqual(all);
  metrics.countRun("web", "web-page", [passed]);
  expect(await seriesOf("web-page")).toContain("probe_success");
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
