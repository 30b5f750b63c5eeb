import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ApiError } from "../../contract/errors.ts";
import { LIMITS } from "../../contract/limits.ts";
import { Receipts } from "./receipts.ts";

const { windowSeconds, minBytesPerSecond } = LIMITS.unfinishedUploads;
const tooLarge = () => new ApiError("file_too_large");
const never = new Promise<never>(() => undefined);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const watch = (receipts: Receipts, client: string) =>
  receipts.watch({ client, maxTotalBytes: 1000 }, 800, tooLarge);

test("an upload that trickles in is refused, and one that only pauses is not", async () => {
  const receipts = new Receipts();
  using slow = receipts.watch({ client: "a", maxTotalBytes: 1e9 }, 1e9, tooLarge);
  using quick = receipts.watch({ client: "b", maxTotalBytes: 1e9 }, 1e9, tooLarge);
  const trickling = slow.unlessRefused(never);
  trickling.catch(() => undefined);
  const { promise: whole, resolve: end } = Promise.withResolvers<string>();
  const reading = quick.unlessRefused(whole);
  quick.count(windowSeconds * minBytesPerSecond);
  for (let second = 0; second < windowSeconds; second += 1) {
    slow.count(1);
    vi.advanceTimersByTime(1000);
  }
  await expect(trickling).rejects.toThrow(/too slow/);
  end("whole");
  expect(await reading).toBe("whole");
});

test("a body is refused beyond its own size, however many parts it has", async () => {
  using receipt = watch(new Receipts(), "a");
  for (let part = 0; part < 9; part += 1) receipt.count(100);
  await expect(receipt.unlessRefused(never)).rejects.toMatchObject({ code: "file_too_large" });
});

test("unfinished uploads of one client are bounded together, and those of others are not", async () => {
  const receipts = new Receipts();
  const first = watch(receipts, "a");
  first.count(600);
  using other = watch(receipts, "b");
  other.count(600);
  using second = watch(receipts, "a");
  second.count(600);
  await expect(second.unlessRefused(never)).rejects.toMatchObject({ code: "rate_limit_exceeded" });
  second[Symbol.dispose]();
  first[Symbol.dispose]();
  using third = watch(receipts, "a");
  third.count(700);
  expect(await third.unlessRefused(Promise.resolve("whole"))).toBe("whole");
  expect(await other.unlessRefused(Promise.resolve("whole"))).toBe("whole");
});
