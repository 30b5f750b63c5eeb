import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { CircuitBreaker } from "./circuit-breaker.ts";
import { NoAnswer } from "./within.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const silence = () => new Promise<never>(() => {});

/** A breaker before a server that can be made to hang. */
function startBreaker() {
  const changes: boolean[] = [];
  const server = { hangs: false, trials: 0 };
  const breaker = new CircuitBreaker(
    async () => {
      server.trials += 1;
      if (server.hangs) throw new NoAnswer("silent");
    },
    (isOpen) => changes.push(isOpen),
  );
  return { breaker, server, changes };
}

test("what is answered passes through, errors as well", async () => {
  const { breaker, server } = startBreaker();
  expect(await breaker.through(async () => 7)).toBe(7);
  const fault = new Error("duplicate key");
  await expect(breaker.through(() => Promise.reject(fault))).rejects.toBe(fault);
  expect([breaker.isOpen, server.trials, vi.getTimerCount()]).toEqual([false, 0, 0]);
});

test("a server that hangs is waited for once, by all together, until it answers again", async () => {
  const { breaker, server, changes } = startBreaker();
  server.hangs = true;
  const waiting = [breaker.through(silence), breaker.through(silence)].map((call) =>
    expect(call).rejects.toThrow(NoAnswer),
  );
  await vi.advanceTimersByTimeAsync(1_000);
  await Promise.all(waiting);
  const ask = vi.fn(silence);
  await expect(breaker.through(ask)).rejects.toThrow(NoAnswer);
  expect(ask).not.toHaveBeenCalled();

  await vi.advanceTimersByTimeAsync(1_200);
  expect([breaker.isOpen, server.trials]).toEqual([true, 3]);
  server.hangs = false;
  await vi.advanceTimersByTimeAsync(500);
  expect(await breaker.through(async () => 7)).toBe(7);
  expect(changes).toEqual([true, false]);
  expect(vi.getTimerCount()).toBe(0);
});

test("a slow statement on a server that answers otherwise is waited for", async () => {
  const { breaker, server, changes } = startBreaker();
  const { promise, resolve } = Promise.withResolvers<number>();
  const result = breaker.through(() => promise);
  await vi.advanceTimersByTimeAsync(8_000);
  resolve(7);
  expect(await result).toBe(7);
  expect(server.trials).toBe(8);
  expect(changes).toEqual([]);
});

test("one that was ended tries no more", async () => {
  const { breaker, server } = startBreaker();
  server.hangs = true;
  breaker.open(new Error("away"));
  breaker[Symbol.dispose]();
  await vi.advanceTimersByTimeAsync(5_000);
  expect([server.trials, vi.getTimerCount()]).toEqual([0, 0]);
});
