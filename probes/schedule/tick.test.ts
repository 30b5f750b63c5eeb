import { expect, test } from "vitest";

import { tickWhenDue } from "./tick.ts";

test("ticks come when something is due, and no more once they are ended", async () => {
  const startedMs = performance.now();
  const fifth = Promise.withResolvers<number>();
  let ticks = 0;
  const stop = tickWhenDue(() => {
    ticks += 1;
    if (ticks === 5) fifth.resolve(performance.now() - startedMs);
    return ticks === 1 ? 200 : 0;
  });
  // One of them had to wait for what was due.
  expect(await fifth.promise).toBeGreaterThan(200);
  await stop();
  const whenEnded = ticks;
  await new Promise((resolve) => setTimeout(resolve, 120));
  expect(ticks).toBe(whenEnded);
});
