import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Manifest } from "../model/manifest.ts";
import type { EngineObserver } from "./observer.ts";
import { ModelPool } from "./pool.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("a model that was replaced tells its streams to end, and ends 15 minutes later with what it still has", async () => {
  const manifest = { id: "replaced", task: "transcription" } as unknown as Manifest;
  const folder = { folder: "/models/replaced", manifest, createdAt: new Date(0) };
  const pool = new ModelPool(folder, 1, {} as EngineObserver);
  using _longFile = pool.hold();
  let hasEnded = false;
  void pool.retire(10).then(() => {
    hasEnded = true;
  });
  await vi.advanceTimersByTimeAsync(9_999);
  expect(pool.ending.aborted).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(pool.ending.aborted).toBe(true);
  await vi.advanceTimersByTimeAsync(15 * 60_000 - 1);
  expect(hasEnded).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(hasEnded).toBe(true);
});
