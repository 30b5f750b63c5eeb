import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { OwnHoldWatch } from "../fuzz/watched/hold-watch.ts";
import { testFuzzedSurfaces } from "../fuzz/fuzzed-surfaces.ts";

testFuzzedSurfaces(280);

test("a loop that waits is held as one that computes, and one with nothing to do is not", async () => {
  using watch = new OwnHoldWatch();
  await sleep(50);
  const idle = await watch.look();
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 150);
  const waited = await watch.look();
  const untilMs = process.cpuUsage().user / 1000 + 100;
  while (process.cpuUsage().user / 1000 < untilMs);
  const computed = await watch.look();
  expect(waited.heldMs - waited.computedMs).toBeGreaterThan(100);
  expect(computed.computedMs).toBeGreaterThan(50);
  expect(idle.computedMs).toBeLessThan(50);
});
