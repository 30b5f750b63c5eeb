import { expect, test } from "vitest";
import type { BaselineGroup, CheckBaseline } from "../monitor-file/baseline-document.ts";
import { baselineText } from "./baseline-text.ts";

const times = { runs: 50, median: 1, deviation: 0.01, p95: 1.25, worst: 2 };
const words = { runs: 7, median: 0.1, deviation: 0, p95: 0.1, worst: 0.1 };

const group = (clip: string | null, measures: BaselineGroup["measures"]): BaselineGroup => ({
  clip,
  words: 10,
  characters: 60,
  measures,
});

const baseline = (kind: string, groups: readonly BaselineGroup[]): CheckBaseline => ({
  object: "check_baseline",
  check_id: "stt",
  kind,
  measured_at: "2026-11-21T10:00:00.000Z",
  prober: "1.2.3",
  groups: [...groups],
});

const RULE = `A limit is six deviations (median distance × 1.48) above the median, and more than the worst run by two words, six characters, or half its time (half a second at least).
Limits, as lines of the check in monitor.yaml:
`;

test("a baseline of one clip has the figures of both groups, and the limits of all runs", () => {
  const all = group(null, { duration_seconds: times, word_error_ratio: words });
  const clip = group("one", { duration_seconds: times });
  expect(baselineText(baseline("transcription", [all, clip]))).toBe(
    `stt (transcription), all runs
                                     runs   median      p95    worst
  duration_seconds                     50    1.000    1.250    2.000
  word_error_ratio                      7    0.100    0.100    0.100
clip one
                                     runs   median      p95    worst
  duration_seconds                     50    1.000    1.250    2.000

${RULE}
slow_after_seconds: 3 # degraded
max_word_error_ratio: 0.3 # failed`,
  );
});

test("a baseline of several clips has limits for each", () => {
  const ratio = (worst: number) => ({ word_error_ratio: { ...words, worst } });
  const groups = [group(null, ratio(0.1)), group("a", ratio(0.2)), group("b", ratio(0.3))];
  expect(baselineText(baseline("transcription", groups)).split("monitor.yaml:\n\n")[1]).toBe(
    `max_word_error_ratio: 0.3 # failed
# at the clip a:
max_word_error_ratio: 0.4 # failed
# at the clip b:
max_word_error_ratio: 0.5 # failed`,
  );
});

test("a limit inside another option says where it belongs", () => {
  const heard = group(null, { heard_word_error_ratio: words });
  expect(baselineText(baseline("synthesis", [heard]))).toMatch(
    /\n\nmax_word_error_ratio: 0\.3 # failed, in heard_by$/,
  );
  expect(baselineText(baseline("session", [heard]))).toMatch(
    /\n\nmax_word_error_ratio: 0\.3 # failed, in speak\.heard_by$/,
  );
});

test("a baseline of an unknown kind is refused", () => {
  expect(() => baselineText(baseline("smoke", []))).toThrow("no kind smoke");
});
