import { describe, expect, test } from "vitest";
import { textErrors } from "#word-errors/text-distance.ts";
import { baselineOf } from "./baseline.ts";
import { errorTable, worstClips } from "./error-table.ts";
import { evaluationText } from "./evaluation-text.ts";
import type { Evaluation } from "./evaluation.ts";
import type { HeardClip, LeftOutClip } from "./heard-clip.ts";

const MODEL: Evaluation["model"] = {
  id: "own-1",
  kind: "ctc-transcriber",
  task: "transcription",
  sample_rate: 16_000,
  files: {},
  licence: "MIT",
  made_with: {},
  measured: {},
  sha256: { "a.onnx": "0".repeat(64) },
  rest: {},
};

function clip(text: string, heard: string, traits: HeardClip["traits"] = {}): HeardClip {
  const errors = textErrors(text, heard);
  return { name: `${text}.wav`, file: "", text, heard, words: [], audioSeconds: 1, traits, errors };
}

function evaluationOf(
  heard: readonly HeardClip[],
  { audioSeconds = 1, leftOut = [] }: Partial<Pick<Evaluation, "audioSeconds" | "leftOut">> = {},
): Evaluation {
  const [all, ...groups] = errorTable(heard);
  if (all === undefined) throw new Error("there is no row of all clips");
  const table = [all, ...groups] as const;
  const worst = worstClips(heard, 10);
  return { model: MODEL, layout: "texts", audioSeconds, table, heard, worst, leftOut };
}

const linesOf = (evaluation: Evaluation) => evaluationText(evaluation).split("\n");
const HEADING = "group    clips  letters wrong  95 %  words wrong  95 %";

describe("an evaluation", () => {
  test("of one clip without a fault is four lines, without an interval", () => {
    expect(evaluationText(evaluationOf([clip("bir", "bir")]))).toBe(
      [
        "own-1 heard 1 clip (texts): 1.0 s, 1 word.",
        HEADING,
        "all          1  0.0 %          -     0.0 %        -",
        "95 %: 1,000 resamples of clips (seed 1).",
        "",
      ].join("\n"),
    );
  });

  test.each([
    [59.94, "59.9 s"],
    [60, "1.0 min"],
    [5400, "90.0 min"],
  ])("of %s s says %s", (audioSeconds, shown) => {
    const [first] = linesOf(evaluationOf([clip("bir iki", "bir iki")], { audioSeconds }));
    expect(first).toBe(`own-1 heard 1 clip (texts): ${shown}, 2 words.`);
  });

  test("of several clips has percentages and the limits of their intervals", () => {
    const clips = [
      clip("bir iki", "bir üç"),
      clip("dört beş", "dört on"),
      clip("on altı", "on iki"),
    ];
    const row = linesOf(evaluationOf(clips))[2]?.split(/ {2,}/);
    expect(row?.slice(0, 2)).toEqual(["all", "3"]);
    // Half of the words of each clip is wrong, and so of each draw of clips.
    expect(row?.slice(-2)).toEqual(["50.0 %", "50.0 to 50.0"]);
  });

  test("lists its worst clips with what was said and what was heard instead", () => {
    const lines = linesOf(
      evaluationOf([clip("bir iki üç", "bir iki"), clip("dört", "beş"), clip("on", "on")]),
    );
    expect(lines.slice(lines.indexOf("Worst: said, [-not heard-], {+heard instead+}"))).toEqual([
      "Worst: said, [-not heard-], {+heard instead+}",
      " 100.0 %  dört.wav",
      "          [-dört-] {+beş+}",
      "  33.3 %  bir iki üç.wav",
      "          bir iki [-üç-]",
      "",
    ]);
  });

  test("names five of the clips that were left out, and counts all", () => {
    const leftOut: LeftOutClip[] = Array.from({ length: 6 }, (_, at) => ({
      name: `${at}.wav`,
      reason: "is broken",
    }));
    const lines = linesOf(evaluationOf([clip("bir", "bir")], { leftOut }));
    expect(lines.slice(4)).toEqual([
      "Left out: 6 clips",
      ...[0, 1, 2, 3, 4].map((at) => `  ${at}.wav: is broken`),
      "",
    ]);
    expect(linesOf(evaluationOf([clip("bir", "bir")], { leftOut: leftOut.slice(5) }))).toContain(
      "Left out: 1 clip",
    );
  });

  test.each([
    [12, 0],
    [13, 1],
    [20, 8],
  ])("of %s accents shows twelve of each group, and says that %s are not shown", (count, more) => {
    const clips = Array.from({ length: count }, (_, at) =>
      clip("bir", "bir", { accent: `accent ${at}`, gender: "female" }),
    );
    const text = evaluationText(evaluationOf(clips));
    expect(text.match(/^accent /gm)).toHaveLength(12);
    expect(text.match(/^gender /gm)).toHaveLength(1);
    const note = `${more} more groups with fewer clips are in the file of --baseline.`;
    const notes = text.split("\n").filter((line) => line.includes("--baseline"));
    expect(notes).toEqual(more > 0 ? [note] : []);
  });

  test.each([
    ["a".repeat(24), "a".repeat(24)],
    ["a".repeat(25), `${"a".repeat(23)}…`],
  ])("shortens the value %s", (accent, shown) => {
    const rows = linesOf(evaluationOf([clip("bir", "bir", { accent })]));
    expect(rows.find((line) => line.startsWith("accent"))?.split(/ {2,}/)[1]).toBe(shown);
  });

  test("says where clips were drawn in place of speakers", () => {
    const speakers = [clip("bir", "bir", { speaker: "a" }), clip("iki", "iki", { speaker: "b" })];
    expect(linesOf(evaluationOf(speakers))).toContain(
      "95 %: 1,000 resamples of speakers (seed 1), of clips in rows with one speaker.",
    );
  });
});

test("a baseline has the ratios with five decimals, and all that a later one is compared with", () => {
  const clips = [clip("bir iki üç", "bir iki", { gender: "male" })];
  const leftOut = [{ name: "x.wav", reason: "is broken" }];
  const evaluation = evaluationOf(clips, { audioSeconds: 1.23456, leftOut });
  const row = {
    clips: 1,
    words: 3,
    characters: 10,
    word_error_ratio: 0.33333,
    word_error_interval: null,
    character_error_ratio: 0.3,
    character_error_interval: null,
    resampled: "clips",
  };
  expect(baselineOf(evaluation, new Date("2026-11-21T10:00:00Z"))).toEqual({
    object: "baseline",
    measured_at: "2026-11-21T10:00:00.000Z",
    model: { id: "own-1", sha256: { "a.onnx": "0".repeat(64) } },
    layout: "texts",
    audio_seconds: 1.235,
    resampling: { times: 1000, seed: 1, confidence: 0.95 },
    table: [
      { group: "all", value: "", ...row },
      { group: "gender", value: "male", ...row },
    ],
    worst: [
      { clip: "bir iki üç.wav", word_error_ratio: 0.33333, said: "bir iki üç", heard: "bir iki" },
    ],
    left_out: [{ clip: "x.wav", reason: "is broken" }],
  });
});

test("a baseline has intervals where there are several clips", () => {
  const half = clip("bir iki", "bir üç");
  const [all] = baselineOf(evaluationOf([half, half, half]), new Date(0)).table;
  expect(all?.word_error_interval).toEqual([0.5, 0.5]);
  expect(all?.character_error_interval).toEqual([0.42857, 0.42857]);
});
