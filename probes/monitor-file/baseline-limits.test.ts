import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { LineCounter, parseDocument } from "yaml";
import { session } from "../kinds/session.ts";
import { stream } from "../kinds/stream.ts";
import { tcp } from "../kinds/tcp.ts";
import { transcription } from "../kinds/transcription.ts";
import type { BaselineGroup } from "./baseline-document.ts";
import { limitsOfGroup, slowAfterOf, withBaseline } from "./baseline-limits.ts";
import { LocatedDocument, MonitorFileError } from "./located-document.ts";

/** Figures of runs that were all alike, so that a limit is the worst and its margin. */
const alike = (value: number) => ({
  runs: 50,
  median: value,
  deviation: 0,
  p95: value,
  worst: value,
});

const group = (clip: string | null, measures: Readonly<Record<string, number>>): BaselineGroup => ({
  clip,
  words: 10,
  characters: 60,
  measures: Object.fromEntries(
    Object.entries(measures).map(([name, value]) => [name, alike(value)]),
  ),
});

const all = group(null, {
  duration_seconds: 4,
  word_error_ratio: 0.1,
  character_error_ratio: 0.05,
  final_transcript_seconds: 0.4,
});

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), "speech-baseline-"));
  await writeFile(path.join(directory, "ten.txt"), "bir iki üç dört beş altı yedi sekiz dokuz on");
});
afterAll(() => rm(directory, { recursive: true }));

test("limits of a group are those of the kind whose measure it has", () => {
  expect(Object.fromEntries(limitsOfGroup(stream, all))).toEqual({
    "/max_word_error_ratio": 0.3,
    "/max_character_error_ratio": 0.15,
    "/max_final_transcript_seconds": 0.9,
  });
  expect(
    Object.fromEntries(limitsOfGroup(transcription, group(null, { word_error_ratio: 0 }))),
  ).toEqual({ "/max_word_error_ratio": 0.2 });
  expect(limitsOfGroup(tcp, all).size).toBe(0);
});

test("a run is slow above the worst one and half its time", () => {
  expect(slowAfterOf(all)).toBe(6);
  expect(slowAfterOf(group(null, {}))).toBeUndefined();
});

describe("a check with a baseline", () => {
  const located = (): LocatedDocument => {
    const lines = new LineCounter();
    const document = parseDocument("checks:\n  - id: stt\n    baseline: b.json\n", {
      lineCounter: lines,
    });
    return new LocatedDocument("monitor.yaml", document, lines, new Map());
  };

  const check = {
    id: "stt",
    kindName: "transcription",
    kind: transcription,
    written: {},
    options: {},
    slowAfterSeconds: undefined,
  };

  async function limited(
    content: unknown,
    change: Partial<Parameters<typeof withBaseline>[3]> = {},
  ): Promise<{ readonly options: object; readonly slowAfterSeconds: number | undefined }> {
    const text = typeof content === "string" ? content : JSON.stringify(content);
    await writeFile(path.join(directory, "b.json"), text);
    return withBaseline(directory, located(), "b.json", { ...check, ...change }, ["checks", 0]);
  }

  const runs = (...groups: readonly BaselineGroup[]) => ({
    object: "check_baseline",
    check_id: "stt",
    kind: "transcription",
    measured_at: "2026-11-21T10:00:00.000Z",
    prober: "1.2.3",
    groups,
  });

  const clip = (name: string) => ({
    clip: path.join(directory, `${name}.wav`),
    text: path.join(directory, "ten.txt"),
  });

  test("that it does not name stays as it is", () => {
    expect(withBaseline(directory, located(), undefined, check, ["checks", 0])).toBe(check);
  });

  test("of runs takes the limits that it does not set", async () => {
    const options = { max_word_error_ratio: 0.5, max_character_error_ratio: 0.5, url: "x" };
    const written = { max_word_error_ratio: 0.5 };
    expect(await limited(runs(all), { options, written })).toEqual({
      options: { max_word_error_ratio: 0.5, max_character_error_ratio: 0.15, url: "x" },
      slowAfterSeconds: 6,
    });
    expect(options.max_character_error_ratio).toBe(0.5);
    expect(await limited(runs(all), { slowAfterSeconds: 2 })).toMatchObject({
      slowAfterSeconds: 2,
    });
  });

  test("of runs takes limits inside another option", async () => {
    const heard = group(null, { heard_word_error_ratio: 0.1 });
    const options = { speak: { heard_by: { max_word_error_ratio: 1 } } };
    const ofSession = { kind: session, kindName: "session", options };
    const baseline = { ...runs(heard), kind: "session" };
    expect((await limited(baseline, ofSession)).options).toEqual({
      speak: { heard_by: { max_word_error_ratio: 0.3 } },
    });
    const kept = await limited(baseline, { ...ofSession, written: options });
    expect(kept).toEqual({ options, slowAfterSeconds: undefined });
  });

  test("of runs gives each clip its own limits, unless it or the check sets them", async () => {
    const clips = [clip("a"), { ...clip("b"), max_word_error_ratio: 0.01 }, clip("c")];
    const groups = [
      all,
      group("a", { word_error_ratio: 0.2, character_error_ratio: 0.1 }),
      group("b", { word_error_ratio: 0.4, duration_seconds: 100 }),
    ];
    const { options, slowAfterSeconds } = await limited(runs(...groups), { options: { clips } });
    expect(options).toMatchObject({
      clips: [
        { ...clip("a"), max_word_error_ratio: 0.4, max_character_error_ratio: 0.2 },
        { ...clip("b"), max_word_error_ratio: 0.01 },
        clip("c"),
      ],
    });
    expect(Object.keys(Object(Reflect.get(options, "clips")[2]))).toEqual(["clip", "text"]);
    expect(slowAfterSeconds).toBe(6);
    const written = { max_word_error_ratio: 0.9 };
    const ofCheck = await limited(runs(...groups), { options: { clips: [clip("a")] }, written });
    expect(ofCheck.options).toEqual({
      clips: [{ ...clip("a"), max_character_error_ratio: 0.2 }],
      max_character_error_ratio: 0.15,
    });
  });

  test("of runs without a group of all takes nothing", async () => {
    expect(await limited(runs(group("a", { duration_seconds: 1 })))).toEqual({
      options: {},
      slowAfterSeconds: undefined,
    });
  });

  /** Rows of `npm run evaluate`: by the docs the upper end of the interval counts, where there is one. */
  const rates = (name: string, rate: number, upper: number | null) => ({
    group: name,
    word_error_ratio: rate,
    word_error_interval: upper === null ? null : [0, upper],
    character_error_ratio: rate / 2,
    character_error_interval: upper === null ? null : [0, upper / 2],
  });

  // One word in a thousand clips of ten words: 2 wrong ones at a rate of 0, 6 at 0.2, and all at 1.
  test.each([
    ["all, upper end", [rates("young", 0, 0), rates("all", 0, 0.2)], 0.6, 0.3],
    ["all, no interval", [rates("young", 1, 1), rates("all", 0.2, null)], 0.6, 0.3],
    ["the first without all", [rates("young", 0.2, null), rates("old", 1, 1)], 0.6, 0.3],
    ["all wrong", [rates("all", 1, null)], 1, 0.637],
  ])(
    "of an evaluation limits each clip by its rates: %s",
    async (_name, table, words, characters) => {
      const options = { clips: [clip("a")] };
      const found = await limited({ object: "baseline", table }, { options, slowAfterSeconds: 3 });
      expect(found).toEqual({
        options: {
          clips: [
            { ...clip("a"), max_word_error_ratio: words, max_character_error_ratio: characters },
          ],
        },
        slowAfterSeconds: 3,
      });
    },
  );

  test.each<[string, unknown, object, RegExp]>([
    ["another kind", { ...runs(all), kind: "stream" }, {}, /b\.json is of a check of kind stream$/],
    [
      "rates of a kind without words",
      { object: "baseline", table: [rates("all", 0, null)] },
      { kind: tcp, kindName: "tcp" },
      /b\.json has word error rates, on which kind tcp has no limit$/,
    ],
    ["no groups", runs(), {}, /b\.json is neither what npm run check/],
    ["no JSON", "{", {}, /b\.json is neither what npm run check/],
  ])("is refused: %s", async (_name, content, change, message) => {
    const refused = limited(content, change);
    await expect(refused).rejects.toThrow(MonitorFileError);
    await expect(refused).rejects.toThrow(message);
    await expect(refused).rejects.toThrow(/^monitor\.yaml:3: checks\[0\]\.baseline: /);
  });

  test("is refused where its file is missing", () => {
    expect(() => withBaseline(directory, located(), "none.json", check, ["checks", 0])).toThrow(
      `no such file: ${path.join(directory, "none.json")}; npm run check -- --baseline stt writes one`,
    );
  });
});
