import { expect, test } from "vitest";
import { pauseAfterMs, reachLater } from "./reach.ts";

test("pauses between two tries grow up to half a minute", () => {
  const pauses = [1, 2, 3, 4, 5, 6, 7, 100].map(pauseAfterMs);
  expect(pauses).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000]);
});

test("the wait is logged with its reason, and ends when the program stops", async () => {
  const lines: unknown[] = [];
  const log = {
    warn: (details: object, message: string) => void lines.push([details, message]),
    info: (message: string) => void lines.push(message),
  };
  let tries = 0;
  const reach = async () => void (tries += 1);
  const stop = AbortSignal.abort(new Error("stopped"));
  await expect(reachLater(reach, new Error("refused"), log, stop)).rejects.toThrow("aborted");
  await expect(reachLater(reach, "odd", log, stop)).rejects.toThrow("aborted");
  const message =
    "the database is away: this program waits for it, and tries again at least every 30 seconds";
  expect(lines).toEqual([
    [{ reason: "refused" }, message],
    [{ reason: "odd" }, message],
  ]);
  expect(tries).toBe(0);
});
