import { expect, test } from "vitest";
import { degradeSlow } from "./slow-p95.ts";
import type { LocationReport } from "./verdict.ts";

const limit = { limitMs: 1_500, windowMs: 20 * 60_000 };
const periodMs = 60_000;
const slowMs = 4_000;

/** A slot a minute: `o` takes 0.2 s, `s` takes 4 s and passes, `d` takes as long and is degraded, `f` failed, `p` is a prober's own error. */
function reports(letters: string, location = "here"): LocationReport[] {
  const results = { o: "ok", s: "ok", d: "degraded", f: "failed", p: "prober_error" } as const;
  return Array.from(letters).map((letter, index) => ({
    location,
    slotMs: index * periodMs,
    startedAtMs: index * periodMs,
    endedAtMs: index * periodMs + (letter === "o" ? 200 : slowMs),
    result: results[letter as keyof typeof results],
    reason: letter === "d" ? "slow_answer" : null,
  }));
}

/** The slots that are degraded by the percentile. */
const slow = (all: readonly LocationReport[]): number[] =>
  degradeSlow(all, limit, periodMs)
    .filter(({ reason }) => reason === "slow_p95")
    .map(({ slotMs }) => slotMs / periodMs);

const ok = (count: number): string => "o".repeat(count);

test.each([
  ["all are quick", ok(40), []],
  ["one in twenty is slow", `${ok(25)}s${ok(20)}`, []],
  ["a tenth of them are slow", `${ok(20)}s${ok(5)}s${ok(1)}`, [26, 27]],
  ["those that were told as slow are scattered", `${ok(20)}d${ok(5)}d${ok(2)}`, [27, 28]],
  ["all become slower, but none is slow for itself", `${ok(20)}ssss`, [21, 22, 23]],
  ["there was a stretch of slow ones, which is over", `${ok(20)}dddddd${ok(4)}`, []],
  ["there was an outage, which is over", `${ok(20)}ffff${ok(4)}`, []],
  ["few were observed, and one was slow", `${ok(8)}s${ok(10)}`, []],
  ["few were observed, and two were slow", `${ok(8)}s${ok(2)}s${ok(1)}`, [11, 12]],
  ["too few were observed", "sssssssss", []],
  ["just enough were observed", "ssssssssss", [9]],
  ["the prober's own errors took long", `${ok(20)}ppp${ok(3)}`, []],
])("when %s", (_what, letters, expected) => {
  expect(slow(reports(letters))).toEqual(expected);
});

test("no longer than the slow ones are in the window", () => {
  const degraded = slow(reports(`${ok(20)}s${ok(5)}s${ok(40)}`));
  expect([degraded.at(0), degraded.at(-1)]).toEqual([26, 39]);
});

test("each location by its own runs", () => {
  const found = degradeSlow(
    [...reports(`${ok(20)}sss`, "ankara"), ...reports(ok(23), "izmir")],
    limit,
    periodMs,
  );
  const degraded = found.filter(({ result }) => result === "degraded");
  expect(degraded.map(({ location }) => location)).toEqual(["ankara", "ankara"]);
  expect(found).toHaveLength(46);
});
