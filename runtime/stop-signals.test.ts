import { expect, test } from "vitest";
import { aborted, abortedUnlessFailed } from "./stop-signals.ts";

test("a wait for a signal ends when it is aborted, also before", async () => {
  const stop = new AbortController();
  const waiting = aborted(stop.signal);
  stop.abort();
  await expect(waiting).resolves.toBeUndefined();
  await expect(aborted(stop.signal)).resolves.toBeUndefined();
});

test("a wait fails with the work that fails first, and not with work that is done", async () => {
  const stop = new AbortController();
  const fault = new Error("broken");
  await expect(abortedUnlessFailed(stop.signal, Promise.reject(fault))).rejects.toBe(fault);
  let isOver = false;
  const waiting = abortedUnlessFailed(stop.signal, Promise.resolve()).then(() => (isOver = true));
  await new Promise((resolve) => setImmediate(resolve));
  expect(isOver).toBe(false);
  stop.abort();
  await waiting;
  expect(isOver).toBe(true);
});
