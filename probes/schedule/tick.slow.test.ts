import { pino } from "pino";
import { afterEach, beforeEach, expect, vi } from "vitest";
import { longTest, shortTest } from "../../test/support/lengths.ts";
import { tickWhenDue } from "./tick.ts";

// A clock that the machine's load does not move; a second begins 900 ms later.
beforeEach(() => void vi.useFakeTimers({ now: Date.parse("2026-11-21T12:00:00.100Z") }));
afterEach(() => void vi.useRealTimers());

const silent = pino({ level: "silent" });

/** Ticks for so long, and returns after how many milliseconds each tick came; it tells how long nothing is due. */
async function ticksWithin(
  milliseconds: number,
  dueInMs: (tick: number) => number,
): Promise<readonly number[]> {
  const startedMs = Date.now();
  const ticks: number[] = [];
  const stop = tickWhenDue(() => dueInMs(ticks.push(Date.now() - startedMs)), silent);
  await vi.advanceTimersByTimeAsync(milliseconds);
  await stop();
  return ticks;
}

shortTest("ticks come when something is due, what is due soon together", async () => {
  const ticks = await ticksWithin(320, (tick) => (tick === 1 ? 200 : 0));
  expect(ticks).toEqual([0, 200, 250, 300]);
});

longTest("a tick comes every second, however late something is due", async () => {
  const ticks = await ticksWithin(2_500, () => 60_000);
  expect(ticks).toEqual([0, 900, 1_900]);
});

longTest("they go on when a clock that was two hours ahead is set back", async () => {
  let ticks = 0;
  const stop = tickWhenDue(() => {
    ticks += 1;
    return 60_000;
  }, silent);
  const setBy = (milliseconds: number) => vi.setSystemTime(Date.now() + milliseconds);
  for (const offsetMs of [100, 500, 850, 950]) {
    await vi.advanceTimersByTimeAsync(offsetMs);
    setBy(2 * 3600_000);
    await vi.advanceTimersByTimeAsync(12_000);
    setBy(-2 * 3600_000);
    const before = ticks;
    await vi.advanceTimersByTimeAsync(5_000);
    expect(ticks - before).toBeGreaterThanOrEqual(3);
  }
  await stop();
});

shortTest("none comes once they are ended", async () => {
  const ticks = await ticksWithin(320, () => 0);
  const whenEnded = [...ticks];
  await vi.advanceTimersByTimeAsync(5_000);
  expect(ticks).toEqual(whenEnded);
});

shortTest("a tick that fails is a line of the log, and nothing beside it", async () => {
  const lines: string[] = [];
  const log = pino({}, { write: (line: string) => void lines.push(line) });
  const beside = vi.spyOn(console, "error").mockImplementation(() => {});
  let ticks = 0;
  const stop = tickWhenDue(() => {
    if ((ticks += 1) > 1) throw new Error("no slot");
    return 60_000;
  }, log);
  await vi.advanceTimersByTimeAsync(1_000);
  await stop();
  expect(lines.map((line) => JSON.parse(line) as object)).toEqual([
    expect.objectContaining({ level: 50, err: expect.objectContaining({ message: "no slot" }) }),
  ]);
  expect(beside).not.toHaveBeenCalled();
  beside.mockRestore();
});
