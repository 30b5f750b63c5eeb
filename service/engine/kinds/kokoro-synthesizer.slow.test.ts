import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { joinSamples } from "../audio/samples.ts";
import { ModelFolderError, readManifest, verifyFiles } from "../model/manifest.ts";
import {
  NEUTRAL_MANNER,
  type SpokenWord,
  type SynthesisRequest,
  type Synthesizer,
} from "../model/model.ts";
import { load } from "./kokoro-synthesizer.ts";

/** It hums for three frames of 25 ms a token, higher the more tokens there are: see write_kokoro_model.py. */
const folder = fileURLToPath(new URL("../../../fixtures/models/tone-kokoro", import.meta.url));
const RATE = 24_000;
const TOKEN_SECONDS = 0.075;
const EDGE_SECONDS = 0.04;

let synthesizer: Synthesizer;
beforeAll(async () => {
  const manifest = await readManifest(folder);
  await verifyFiles(folder, manifest);
  synthesizer = await load(folder, manifest);
});

async function speak(
  text: string,
  fields: Partial<SynthesisRequest> = {},
  model: Synthesizer = synthesizer,
) {
  const pieces: Float32Array[] = [];
  const words: SpokenWord[] = [];
  const speaker = { kind: "built-in", name: "hf_ince" } as const;
  const request = { text, speaker, manner: NEUTRAL_MANNER, speed: 1, ...fields };
  for await (const piece of model.synthesize(request, (word) => words.push(word))) {
    pieces.push(piece);
  }
  return { pieces, words, seconds: joinSamples(pieces).length / RATE };
}

/** Returns the pitch of a hum, from how often it rises through zero. */
function pitchHz(samples: Float32Array, seconds: number): number {
  const rises = samples.filter((sample, at) => at > 0 && samples[at - 1]! < 0 && sample >= 0);
  return rises.length / seconds;
}

describe("kokoro-synthesizer", () => {
  test("has the voices of its folder, their gender by their names", () => {
    expect(synthesizer.sampleRate).toBe(RATE);
    expect(synthesizer.voices.map(({ name, gender, age }) => [name, gender, age])).toEqual([
      ["hf_ince", "female", "young"],
      ["hm_kalin", "male", "young"],
    ]);
  });

  test("takes the style by the number of tokens, and the last one beyond", async () => {
    // Each is "a" or more, its stress and a full stop.
    for (const [text, tokens] of [
      ["a", 3],
      ["at", 4],
      ["ata", 5],
      ["atasözü söyler", 8],
    ] as const) {
      const { pieces } = await speak(text);
      const length = text === "atasözü söyler" ? 17 : tokens;
      const hertz = pitchHz(pieces[0]!, length * TOKEN_SECONDS);
      expect(hertz).toBeGreaterThan(200 * (1 + (tokens - 1.5) / 20));
      expect(hertz).toBeLessThan(200 * (1 + (tokens - 0.5) / 20));
    }
  });

  test("speaks a sentence at a time, with a pause in place of the network's silence", async () => {
    const { pieces } = await speak("At. Ata.");
    const spoken = [4, 5].map((tokens) => tokens * TOKEN_SECONDS + 2 * EDGE_SECONDS + 0.25);
    expect(pieces.map(({ length }) => length / RATE)).toEqual(
      spoken.map((seconds) => expect.closeTo(seconds, 2) as number),
    );
  });

  test("is silent for the length of a pause, in place of its own", async () => {
    const { seconds: unchanged, words: before } = await speak("At ata. Ata.");
    const pauses = [{ at: 7, seconds: 2 }];
    const { seconds, words } = await speak("At ata. Ata.", { pauses });
    expect(seconds - unchanged).toBeCloseTo(2 - 2 * EDGE_SECONDS - 0.25, 2);
    expect(words.map(({ start }) => start)).toEqual(before.map(({ start }) => start));
    expect(words[2]!.startSeconds - words[1]!.endSeconds).toBeCloseTo(2, 0);
    const around = [
      { at: 0, seconds: 1 },
      { at: 12, seconds: 3 },
    ];
    const quiet = await speak("At ata. Ata.", { pauses: around });
    expect(quiet.words[0]!.startSeconds).toBeCloseTo(before[0]!.startSeconds + 1, 2);
    expect(quiet.seconds - unchanged).toBeCloseTo(4 - 2 * EDGE_SECONDS - 0.25, 2);
  });

  test("speaks a span at a pace of its own", async () => {
    const spans = [{ start: 3, end: 6, paceFactor: 0.5, pitchSemitones: 0, rangeFactor: 1 }];
    const lengths = (words: readonly SpokenWord[]) =>
      words.map(({ startSeconds, endSeconds }) => endSeconds - startSeconds);
    const unchanged = lengths((await speak("At ata at.")).words);
    const changed = lengths((await speak("At ata at.", { spans })).words);
    expect(changed[1]! / unchanged[1]!).toBeGreaterThan(1.6);
    expect(changed[0]! / unchanged[0]!).toBeLessThan(1.3);
    expect(changed[2]! / unchanged[2]!).toBeLessThan(1.3);
  });

  test.each([0.25, 0.5, 2, 4])("speaks at %f times its pace", async (speed) => {
    const text = "Toplantı salonu üçüncü katta.";
    const [unchanged, changed] = [await speak(text), await speak(text, { speed })];
    expect(unchanged.seconds / changed.seconds).toBeGreaterThan(speed * 0.65);
    expect(unchanged.seconds / changed.seconds).toBeLessThan(speed * 1.35);
  });

  test.each(["tokens.onnx", "input-ids.onnx"])(
    "tells when each word is spoken, by %s",
    async (model) => {
      const manifest = await readManifest(folder);
      const files = { ...manifest.files, model };
      const { words } = await speak(
        "Bir at. Ata bin.",
        {},
        await load(folder, { ...manifest, files }),
      );
      // The first sentence is bˈiɾ ˈat. – 9 tokens.
      const second = 9 * TOKEN_SECONDS + 2 * EDGE_SECONDS + 0.25;
      const starts = words.map(({ startSeconds }) => startSeconds);
      const ends = words.map(({ endSeconds }) => endSeconds);
      expect(words.map(({ start, end }) => [start, end])).toEqual([
        [0, 3],
        [4, 6],
        [8, 11],
        [12, 15],
      ]);
      for (const [at, seconds] of [
        EDGE_SECONDS,
        EDGE_SECONDS + 5 * TOKEN_SECONDS,
        second + EDGE_SECONDS,
      ].entries()) {
        expect(starts[at]).toBeCloseTo(seconds, 1);
      }
      for (const [at, end] of ends.entries()) {
        expect(end).toBeGreaterThan(starts[at]!);
        expect(end).toBeLessThanOrEqual(starts[at + 1] ?? Infinity);
      }
    },
  );

  test("tells no times of words where model.json does not say how the network does", async () => {
    const manifest = await readManifest(folder);
    const { durations: _durations, ...rest } = manifest.rest;
    const without = await load(folder, { ...manifest, rest });
    const { words, seconds } = await speak("Bir at.", {}, without);
    expect(words).toEqual([]);
    expect(seconds).toBeGreaterThan(0.5);
  });

  test("is as loud as its gain says, and never over -1 dBFS", async () => {
    const manifest = await readManifest(folder);
    const loudest = async (gain_db: number) => {
      const voices = { hf_ince: { age: "young", pitch_hz: 200, gain_db } };
      const louder = await load(folder, { ...manifest, rest: { ...manifest.rest, voices } });
      const { pieces } = await speak("Bir at.", {}, louder);
      return pieces[0]!.reduce((max, sample) => Math.max(max, Math.abs(sample)), 0);
    };
    expect(await loudest(0)).toBeCloseTo(0.3, 2);
    expect(await loudest(6)).toBeCloseTo(0.6, 2);
    expect(await loudest(30)).toBeLessThan(0.892);
  });

  test("yields nothing where there is nothing to speak", async () => {
    expect((await speak(" ... ")).pieces).toEqual([]);
  });

  test("refuses a voice that is not its own", async () => {
    const speaker = { kind: "built-in", name: "nobody" } as const;
    await expect(speak("Merhaba.", { speaker })).rejects.toThrow(RangeError);
  });
});

describe("a folder that does not describe such a model", () => {
  const copies: string[] = [];
  afterAll(() => Promise.all(copies.map((copy) => rm(copy, { recursive: true }))));

  async function copyWith(files: Readonly<Record<string, string | Buffer>>): Promise<string> {
    const copy = await mkdtemp(join(tmpdir(), "kokoro-"));
    copies.push(copy);
    await cp(folder, copy, { recursive: true });
    for (const [name, content] of Object.entries(files)) {
      await writeFile(join(copy, name), content, "latin1");
    }
    return copy;
  }

  type Case = readonly [
    string,
    Readonly<Record<string, unknown>>,
    Readonly<Record<string, string>>,
    RegExp,
  ];
  const voice = { age: "young", pitch_hz: 200, gain_db: 0 };
  test.each<Case>([
    ["no voice", { voices: {} }, {}, /model\.json: voices /],
    [
      "a voice of an unknown gender",
      { voices: { deniz: voice } },
      {},
      /voices\.deniz\.gender is missing/,
    ],
    ["a voice without a file", { voices: { hf_yok: voice } }, {}, /files\.hf_yok is missing/],
    ["a gain that is none", { voices: { hf_ince: { ...voice, gain_db: 90 } } }, {}, /gain_db/],
    [
      "another rate",
      { sample_rate: 16_000 },
      {},
      /sample_rate is 16000, but Kokoro speaks at 24000/,
    ],
    [
      "what it cannot do",
      { capabilities: ["cloned_voices"] },
      {},
      /capabilities has cloned_voices/,
    ],
    [
      "a value that the network has not",
      { durations: "lengths" },
      {},
      /does not describe tokens\.onnx: .*lengths/,
    ],
    [
      "styles that are cut off",
      {},
      { "hf_ince.bin": "short" },
      /hf_ince\.bin: has 5 bytes, but a style has 1024/,
    ],
    [
      "styles that are no numbers",
      {},
      { "hf_ince.bin": "\u{ff}".repeat(1024) },
      /hf_ince\.bin: has numbers that are not finite/,
    ],
    [
      "a network that is none",
      {},
      { "tokens.onnx": "no network" },
      /does not describe tokens\.onnx: /,
    ],
  ])("is refused: %s", async (_, fields, files, message) => {
    const copy = await copyWith(files);
    const manifest = await readManifest(copy);
    const changed = { ...manifest, ...fields, rest: { ...manifest.rest, ...fields } };
    await expect(load(copy, changed)).rejects.toThrow(ModelFolderError);
    await expect(load(copy, changed)).rejects.toThrow(message);
  });

  test("is refused: a network that reads something else", async () => {
    const other = await readFile(join(folder, "../tone-vits/model.onnx"));
    const copy = await copyWith({ "tokens.onnx": other });
    const manifest = await readManifest(copy);
    const { durations: _durations, ...rest } = manifest.rest;
    await expect(load(copy, { ...manifest, rest })).rejects.toThrow(
      /reads x, x_length, .* in place of tokens or input_ids, style and speed/,
    );
  });
});
