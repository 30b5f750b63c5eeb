import { describe, expect, test } from "vitest";
import type { Report } from "../check/report.ts";
import type { CheckContext } from "../check/context.ts";
import { CheckFailure } from "../check/report.ts";
import { PROBER_VERSIONS } from "../evidence/evidence.ts";
import type { CheckConfiguration } from "../monitor-file/configuration.ts";
import type { RunEnvironment } from "../run/run-check.ts";
import { measureBaseline } from "./measure-baseline.ts";

const environment: RunEnvironment = {
  apiKey: "k",
  stallWatch: { longestSince: () => 0 },
  now: () => 0,
  wait: () => Promise.resolve(),
  stopping: new AbortController().signal,
};

/** What one run of the check finds: a report, or a failure that is thrown. */
type Found = (context: CheckContext) => Report;

const checkOf = (found: Found): CheckConfiguration => ({
  id: "stt",
  kind: "transcription",
  componentId: "speech",
  impact: "major_outage",
  periodMs: 60_000,
  offsetMs: 0,
  timeoutMs: 60_000,
  run: async (context) => found(context),
});

const measure = (runs: number, found: Found, onRun: (count: number) => void = () => {}) =>
  measureBaseline(checkOf(found), runs, environment, onRun);

/** Returns the clip that a run sends, in turn. */
function sendInTurn({ turn, trace }: CheckContext, clips: readonly string[]): string {
  const clip = clips[turn % clips.length] ?? "";
  trace.input = { text: "", clip };
  return clip;
}

test("a baseline has the figures of all runs together, and of each clip", async () => {
  const counts: number[] = [];
  const seeds = new Set<string>();
  const found: Found = (context) => {
    seeds.add(context.seed);
    const clip = sendInTurn(context, ["b", "a"]);
    return clip === "a"
      ? { result: "ok", measures: { word_error_ratio: 0.5 }, texts: { expected: "bir iki üç" } }
      : {
          result: "ok",
          measures: { word_error_ratio: 0.1 },
          texts: { expected: "on", requested: "on iki yirmi bin" },
        };
  };
  const baseline = await measure(4, found, (count) => counts.push(count));
  expect(counts).toEqual([1, 2, 3, 4]);
  expect(seeds.size).toBe(4);
  expect(baseline).toMatchObject({
    object: "check_baseline",
    check_id: "stt",
    kind: "transcription",
    prober: PROBER_VERSIONS.prober,
    groups: [
      { clip: null, words: 3, characters: 10 },
      { clip: "a", words: 3, characters: 10 },
      { clip: "b", words: 4, characters: 16 },
    ],
  });
  expect(Math.abs(Date.parse(baseline.measured_at) - Date.now())).toBeLessThan(60_000);
  const ratios = baseline.groups.map(({ measures }) => measures["word_error_ratio"]);
  expect(ratios).toMatchObject([
    { runs: 4, worst: 0.5 },
    { runs: 2, median: 0.5 },
    { runs: 2, median: 0.1 },
  ]);
  const duration = baseline.groups[0]?.measures["duration_seconds"];
  expect(duration?.runs).toBe(4);
  expect(duration?.worst).toBeLessThan(1);
});

test("runs without clips and texts have one group, of no words", async () => {
  const { groups } = await measure(2, () => ({ result: "ok" }));
  expect(groups).toMatchObject([{ clip: null, words: 0, characters: 0 }]);
  expect(groups).toHaveLength(1);
});

describe("a failed run", () => {
  const failing =
    (failures: number, failure: CheckFailure): Found =>
    ({ turn }) => {
      if (turn < failures) throw failure;
      return { result: "ok" };
    };

  test.each([
    "slow_answer",
    "transcript_mismatch",
    "late_final_transcript",
    "unintelligible_speech",
  ] as const)("counts where it only exceeded a limit: %s", async (reason) => {
    const failure = new CheckFailure(reason, "more than the limit");
    const { groups } = await measure(20, failing(20, failure));
    expect(groups[0]?.measures["duration_seconds"]?.runs).toBe(20);
  });

  test("is left out, up to one in twenty", async () => {
    const { groups } = await measure(20, failing(1, new CheckFailure("timeout", "late")));
    expect(groups[0]?.measures["duration_seconds"]?.runs).toBe(19);
  });

  test("ends the measurement when more fail", async () => {
    const counts: number[] = [];
    const found = failing(2, new CheckFailure("timeout", "late"));
    await expect(measure(39, found, (count) => counts.push(count))).rejects.toThrow(
      "2 of 2 runs failed, the first with timeout (late); a baseline is of a service that is well",
    );
    expect(counts).toEqual([1]);
  });
});

describe("a clip of which words are heard wrong", () => {
  const wrong =
    (ratio: number): Found =>
    (context) => {
      const clip = sendInTurn(context, ["good", "bad"]);
      return { result: "ok", measures: { word_error_ratio: clip === "bad" ? ratio : 0 } };
    };

  test("may be half of them", async () => {
    expect((await measure(20, wrong(0.5))).groups).toHaveLength(3);
  });

  test("is refused with more", async () => {
    await expect(measure(20, wrong(0.51))).rejects.toThrow(
      "of the clip bad 51 % of the words are heard wrong; either its text is not what is said",
    );
  });
});
