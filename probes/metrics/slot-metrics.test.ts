import { Registry } from "prom-client";
import { expect, test } from "vitest";
import { slotMetrics } from "./slot-metrics.ts";

test("slots of a check are counted from a zero on, each by what it came to", async () => {
  const registry = new Registry();
  const slots = slotMetrics(registry, "ankara");
  slots.begin([{ componentId: "web", id: "web-page", periodMs: 60_000 }]);
  slots.count("web", "web-page", "failed");
  slots.count("web", "web-page", "failed");
  slots.begin([{ componentId: "web", id: "web-page", periodMs: 120_000 }]);
  const text = await registry.metrics();
  const labels = 'component="web",check="web-page",location="ankara"';
  expect(text.split("\n").filter((line) => line.startsWith("probe_"))).toEqual([
    `probe_period_seconds{${labels}} 120`,
    `probe_slots_total{${labels},result="ok"} 0`,
    `probe_slots_total{${labels},result="degraded"} 0`,
    `probe_slots_total{${labels},result="failed"} 2`,
    `probe_slots_total{${labels},result="prober_error"} 0`,
  ]);
});
