import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Uses } from "./uses.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("is quiet a while after the last use, and a use in that while begins it anew", async () => {
  const uses = new Uses();
  let isQuiet = false;
  const first = uses.begin();
  void uses.untilQuiet(1000, 60_000).then(() => {
    isQuiet = true;
  });
  await vi.advanceTimersByTimeAsync(5000);
  first[Symbol.dispose]();
  await vi.advanceTimersByTimeAsync(999);
  const second = uses.begin();
  first[Symbol.dispose]();
  await vi.advanceTimersByTimeAsync(5000);
  expect(isQuiet).toBe(false);
  second[Symbol.dispose]();
  await vi.advanceTimersByTimeAsync(999);
  expect(isQuiet).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(isQuiet).toBe(true);
});

test("is waited for no longer than it may last", async () => {
  const uses = new Uses();
  let isOver = false;
  using _forever = uses.begin();
  void uses.untilQuiet(1000, 60_000).then(() => {
    isOver = true;
  });
  await vi.advanceTimersByTimeAsync(59_999);
  expect(isOver).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(isOver).toBe(true);
  expect(vi.getTimerCount()).toBe(0);
});
