import { expect, test } from "vitest";
import type { ComponentNow } from "#monitor/domain/incident-now.ts";
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

/** Returns the series of a metric with their values, as they are exported. */
async function seriesOf(metrics: ProberMetrics, name: string): Promise<string[]> {
  const lines = (await metrics.registry.metrics()).split("\n");
  return lines.filter((line) => line.startsWith(name)).map((line) => line.slice(name.length));
}

test("a run shows its result, its times in seconds and its measures", async () => {
  const metrics = new ProberMetrics("ankara");
  const labels = 'component="web",check="page",location="ankara"';
  const run = (change: Partial<StoredObservation>) =>
    metrics.countRun("web", "page", [{ ...passed, ...change }]);
  run({
    result: "degraded",
    reason: "slow_answer",
    startedAtMs: 5_000,
    durationMs: 2_000,
    phases: { dns: 250 },
    measures: { word_error_ratio: 0.5 },
  });
  expect(await seriesOf(metrics, "probe_success")).toEqual([`{${labels}} 1`]);
  expect(await seriesOf(metrics, "probe_last_run_timestamp_seconds")).toEqual([`{${labels}} 5`]);
  expect(await seriesOf(metrics, "probe_phase_duration_seconds")).toEqual([
    `{${labels},phase="dns"} 0.25`,
  ]);
  expect(await seriesOf(metrics, "probe_word_error_ratio")).toEqual([`{${labels}} 0.5`]);
  expect(await seriesOf(metrics, "probe_duration_seconds_sum")).toEqual([`{${labels}} 2`]);
  expect(await seriesOf(metrics, "probe_runs_total")).toEqual([
    `{${labels},result="degraded",reason="slow_answer"} 1`,
  ]);
  run({ result: "failed", startedAtMs: 6_000 });
  expect(await seriesOf(metrics, "probe_success")).toEqual([`{${labels}} 0`]);
  run({ result: "ok" });
  run({ result: "prober_error", startedAtMs: 7_000, phases: { dns: 1 } });
  expect(await seriesOf(metrics, "probe_success")).toEqual([`{${labels}} 1`]);
  expect(await seriesOf(metrics, "probe_last_run_timestamp_seconds")).toEqual([`{${labels}} 7`]);
  expect(await seriesOf(metrics, "probe_phase_duration_seconds")).toEqual([
    `{${labels},phase="dns"} 0.25`,
  ]);
  metrics.countRun("web", "none", []);
  expect(await seriesOf(metrics, 'probe_slots_total{component="web",check="none"')).toEqual([]);
});

test("what a prober does not run, loses or does late is counted", async () => {
  const metrics = new ProberMetrics("ankara");
  const labels = 'component="web",check="page",location="ankara"';
  metrics.countUnknownSlot("web", "page");
  metrics.countMissed("web", "page", 3);
  metrics.countLost("unreadable", 2);
  metrics.countQueryError();
  metrics.observeLag(1_500);
  metrics.showClock(-2_500);
  expect(await seriesOf(metrics, "probe_slots_total")).toEqual([
    `{${labels},result="prober_error"} 1`,
  ]);
  expect(await seriesOf(metrics, "probe_missed_slots_total")).toEqual([`{${labels}} 3`]);
  expect(await seriesOf(metrics, "probe_lost_results_total")).toEqual([
    '{reason="spool_full"} 0',
    '{reason="spool_unwritable"} 0',
    '{reason="unreadable"} 2',
    '{reason="refused"} 0',
    '{reason="wrong_clock"} 0',
  ]);
  expect(await seriesOf(metrics, "probe_query_errors_total")).toEqual([" 1"]);
  expect(await seriesOf(metrics, "probe_schedule_lag_seconds_sum")).toEqual([
    '{location="ankara"} 1.5',
  ]);
  expect(await seriesOf(metrics, "probe_clock_difference_seconds")).toEqual([" -2.5"]);
});

test("the spool, the database and the shares are shown as they are when they are read", async () => {
  const metrics = new ProberMetrics("ankara");
  const names = ["spooled_results", "spool_age_seconds", "database_up", "owned_checks"];
  const shown = () => Promise.all(names.map(async (name) => seriesOf(metrics, `probe_${name}`)));
  expect(await shown()).toEqual([[" 0"], [" 0"], [" 1"], [" 0"]]);
  const spool: { count: number; oldestSlotMs: number | undefined } = {
    count: 7,
    oldestSlotMs: 4_000,
  };
  metrics.followStore({ isDatabaseUp: false, spool }, () => 10_000);
  metrics.followOwned(() => 3);
  expect(await shown()).toEqual([[" 7"], [" 6"], [" 0"], [" 3"]]);
  spool.oldestSlotMs = 11_000;
  expect((await shown())[1]).toEqual([" 0"]);
  spool.oldestSlotMs = undefined;
  expect((await shown())[1]).toEqual([" 0"]);
});

test("the monitor file is shown as it was last read", async () => {
  const metrics = new ProberMetrics("ankara");
  const names = ["differs", "last_reload_successful"];
  const shown = () => Promise.all(names.map((name) => seriesOf(metrics, `monitor_config_${name}`)));
  const takenAt = async () =>
    Number((await seriesOf(metrics, "monitor_config_last_reload_success_timestamp_seconds"))[0]);
  metrics.showReload("refused");
  expect(await shown()).toEqual([[" 0"], [" 0"]]);
  expect(await takenAt()).toBe(0);
  metrics.showReload("taken");
  metrics.showDifference(true);
  expect(await shown()).toEqual([[" 1"], [" 1"]]);
  expect(Math.abs((await takenAt()) - Date.now() / 1000)).toBeLessThan(60);
  metrics.showDifference(false);
  expect((await shown())[0]).toEqual([" 0"]);
});

test("a component has one of its statuses, until it is forgotten with its checks", async () => {
  const metrics = new ProberMetrics("ankara");
  const ids = ["web", "api"];
  metrics.beginSlots(ids.map((id) => ({ componentId: id, id: `${id}-1`, periodMs: 60_000 })));
  for (const id of ids) metrics.countRun(id, `${id}-1`, [passed]);
  metrics.showComponents(ids.map((id) => ({ id, status: "partial_outage" }) as ComponentNow));
  metrics.showComponents([{ id: "web", status: "operational" } as ComponentNow]);
  const on = async () =>
    (await seriesOf(metrics, "component_status")).filter((line) => line.endsWith(" 1"));
  expect(await on()).toEqual([
    '{component="web",status="operational"} 1',
    '{component="api",status="partial_outage"} 1',
  ]);
  await metrics.forget(["web-1"], ["web"]);
  const text = await metrics.registry.metrics();
  expect(text).not.toContain('"web');
  expect(await on()).toEqual(['{component="api",status="partial_outage"} 1']);
  expect(text).toContain('probe_success{component="api",check="api-1",location="ankara"} 1');
  metrics.countAgreed("web-1", "ok");
  metrics.showDrifts([
    { checkId: "web-1", location: "ankara", clip: "", measure: "duration_ms", isDrifting: true },
  ]);
  expect(await metrics.registry.metrics()).not.toContain('"web');
});

test("a drift is shown while it lasts", async () => {
  const metrics = new ProberMetrics("ankara");
  metrics.beginSlots([{ componentId: "web", id: "page", periodMs: 60_000 }]);
  const drift = { checkId: "page", location: "izmir", clip: "a", measure: "duration_ms" } as const;
  const labels = 'component="web",check="page",location="izmir",clip="a",measure="duration_ms"';
  metrics.showDrifts([{ ...drift, isDrifting: true }]);
  expect(await seriesOf(metrics, "probe_drift")).toEqual([`{${labels}} 1`]);
  metrics.showDrifts([{ ...drift, isDrifting: false }]);
  expect(await seriesOf(metrics, "probe_drift")).toEqual([`{${labels}} 0`]);
});
