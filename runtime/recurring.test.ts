import { expect, test } from "vitest";
import { startRecurring } from "./recurring.ts";

const LONG_MS = 60_000;

test("runs one at a time, once more after all wishes meanwhile, and not after its end", async () => {
  let runs = 0;
  let running = 0;
  const gates: (() => void)[] = [];
  const begun: (() => void)[] = [];
  const next = () => new Promise<void>((resolve) => void begun.push(resolve));
  const first = next();
  const recurring = startRecurring(async () => {
    runs += 1;
    running += 1;
    expect(running).toBe(1);
    begun.shift()?.();
    await new Promise<void>((resolve) => void gates.push(resolve));
    running -= 1;
    return LONG_MS;
  });
  await first;
  recurring.wake();
  recurring.wake();
  const second = next();
  gates.shift()!();
  await second;
  expect(runs).toBe(2);
  const ended = recurring[Symbol.asyncDispose]();
  recurring.wake();
  gates.shift()!();
  await ended;
  expect(runs).toBe(2);
});

test("runs again after the time that a run asks for", async () => {
  const twice = Promise.withResolvers<void>();
  let runs = 0;
  await using _recurring = startRecurring(async () => {
    runs += 1;
    if (runs === 2) twice.resolve();
    return runs === 1 ? 1 : LONG_MS;
  });
  await twice.promise;
  expect(runs).toBe(2);
});
