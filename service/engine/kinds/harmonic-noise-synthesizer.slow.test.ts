import { SEMITONES_PER_OCTAVE } from "#units/pitch.ts";
import { describe, expect, test } from "vitest";
import { casesOf, shortTest } from "../../../test/support/lengths.ts";

import { readManifest, verifyFiles } from "../model/manifest.ts";
import { melodyOf, trackPitch } from "../synthesis/pitch-track.ts";
import {
  NEUTRAL_MANNER,
  type SpokenWord,
  type SynthesisRequest,
  type Synthesizer,
} from "../model/model.ts";
import { load } from "./harmonic-noise-synthesizer.ts";
import { integratedLoudness, SPEECH_LUFS } from "../../../test/support/figures/loudness-meter.ts";

const folderOf = (id: string) => new URL(`../../models/${id}`, import.meta.url).pathname;

async function speak(
  synthesizer: Synthesizer,
  text: string,
  name: string,
  speed = 1,
): Promise<Float32Array[]> {
  const pieces: Float32Array[] = [];
  const speaker = { kind: "built-in", name } as const;
  const request = { text, speaker, manner: NEUTRAL_MANNER, speed };
  for await (const piece of synthesizer.synthesize(request)) pieces.push(piece);
  return pieces;
}

const seconds = (pieces: readonly Float32Array[], rate: number) =>
  pieces.reduce((length, piece) => length + piece.length, 0) / rate;

describe.each([
  ["synth-v1", 24_000, 4],
  ["synth-v2", 48_000, 8],
])("%s", async (id, rate, voiceCount) => {
  const folder = folderOf(id);
  const manifest = await readManifest(folder);
  await verifyFiles(folder, manifest);
  const synthesizer = await load(folder, manifest);
  const voice = synthesizer.voices[0]?.name ?? "";

  shortTest("has its rate and voices", () => {
    expect(synthesizer.sampleRate).toBe(rate);
    expect(synthesizer.voices.length).toBeGreaterThanOrEqual(voiceCount);
  });

  shortTest("speaks in several pieces, near -18 LUFS and never over -1 dBFS", async () => {
    const pieces = await speak(
      synthesizer,
      "Bugün hava çok güzel. Yarın da öyle olacak mı?",
      voice,
    );
    const samples = Float32Array.from(pieces.flatMap((piece) => [...piece]));
    expect(pieces.length).toBeGreaterThan(4);
    expect(seconds(pieces, rate)).toBeGreaterThan(2);
    expect(samples.every((value) => Math.abs(value) < 0.892)).toBe(true);
    const { target, tolerance } = SPEECH_LUFS;
    // Two short sentences vary more than fifty.
    expect(Math.abs(integratedLoudness(samples, rate) - target)).toBeLessThan(2 * tolerance);
  });

  test.each(casesOf([0.5, 4], [0.25, 2]))("speaks at %f times its pace", async (speed) => {
    const text = "Toplantı salonu üçüncü katta.";
    const [normal, changed] = [
      await speak(synthesizer, text, voice),
      await speak(synthesizer, text, voice, speed),
    ];
    expect(seconds(normal, rate) / seconds(changed, rate)).toBeGreaterThan(speed * 0.85);
    expect(seconds(normal, rate) / seconds(changed, rate)).toBeLessThan(speed * 1.15);
  });

  shortTest("leans on other words with another seed, and is as long on the whole", async () => {
    const text = "Toplantı salonu üçüncü katta, asansörün hemen yanında.";
    const lengths = async (seed?: number) => {
      const { words, samples } = await delivered({ text, seed });
      const each = words.map(({ startSeconds, endSeconds }) => endSeconds - startSeconds);
      return { each, whole: samples.length };
    };
    const [first, again, other] = [await lengths(), await lengths(), await lengths(1)];
    expect(again).toEqual(first);
    const ratios = other.each.map((one, at) => one / first.each[at]!);
    expect(Math.max(...ratios) / Math.min(...ratios)).toBeGreaterThan(1.05);
    expect(Math.abs(other.whole / first.whole - 1)).toBeLessThan(0.1);
  });

  const delivered = async (
    fields: Pick<SynthesisRequest, "text" | "pauses" | "spans" | "seed">,
  ) => {
    const words: SpokenWord[] = [];
    const pieces: Float32Array[] = [];
    const speaker = { kind: "built-in", name: voice } as const;
    const request = { ...fields, speaker, manner: NEUTRAL_MANNER, speed: 1 };
    const spoken = (word: SpokenWord) => words.push(word);
    for await (const piece of synthesizer.synthesize(request, spoken)) pieces.push(piece);
    return { words, samples: Float32Array.from(pieces.flatMap((piece) => [...piece])) };
  };

  shortTest("pauses last as long as they say, before, between and behind words", async () => {
    const text = "Bugün hava, çok güzel. Evet.";
    const pauses = [0, 11, 22, text.length].map((at) => ({ at, seconds: 1 }));
    const { words, samples } = await delivered({ text, pauses });
    const [bugün, hava, çok, , evet] = words;
    const silent = (from: number, to: number) =>
      samples.slice(Math.round(from * rate), Math.round(to * rate)).every((one) => one === 0);
    expect(bugün?.startSeconds).toBe(1);
    expect(çok!.startSeconds - hava!.endSeconds).toBeCloseTo(1, 3);
    expect(evet!.startSeconds - words[3]!.endSeconds).toBeCloseTo(1, 3);
    expect(samples.length / rate - evet!.endSeconds).toBeCloseTo(1, 3);
    expect(silent(0, 1)).toBe(true);
    expect(silent(hava!.endSeconds + 0.7, çok!.startSeconds)).toBe(true);
  });

  shortTest("a span has its own pace and pitch, and the words around it keep theirs", async () => {
    const text = "Bugün hava çok güzel.";
    const plain = await delivered({ text });
    const span = { start: 6, end: 10, paceFactor: 0.5, pitchSemitones: 6, rangeFactor: 1 };
    const changed = await delivered({ text, spans: [span] });
    const length = ({ words }: typeof plain, at: number) =>
      words[at]!.endSeconds - words[at]!.startSeconds;
    expect(length(changed, 1) / length(plain, 1)).toBeCloseTo(2, 3);
    expect(length(changed, 0)).toBeCloseTo(length(plain, 0), 5);
    const pitch = ({ words, samples }: typeof plain) => {
      const { startSeconds, endSeconds } = words[1]!;
      const word = samples.slice(Math.round(startSeconds * rate), Math.round(endSeconds * rate));
      return melodyOf(trackPitch(word, rate))?.pitchHz ?? 0;
    };
    expect(SEMITONES_PER_OCTAVE * Math.log2(pitch(changed) / pitch(plain))).toBeGreaterThan(4);
  });

  shortTest("yields nothing where there is nothing to speak", async () => {
    expect(await speak(synthesizer, " ... ", voice)).toEqual([]);
  });

  shortTest("refuses a voice that is not its own", async () => {
    await expect(speak(synthesizer, "Merhaba.", "nobody")).rejects.toThrow(RangeError);
  });

  shortTest.each([
    ["voices", {}, "voices"],
    ["symbols", ["a"], "symbols"],
    ["decoder_context_cells", -1, "decoder_context_cells"],
  ])("refuses a wrong %s by name", async (field, value, named) => {
    const wrong = { ...manifest, rest: { ...manifest.rest, [field]: value } };
    await expect(load(folder, wrong)).rejects.toThrow(named);
  });

  shortTest("refuses a network for other speakers without the fields of one", async () => {
    const { speaker: _speaker, ...rest } = manifest.rest;
    const files = { ...manifest.files, speaker: "speaker.onnx" };
    await expect(load(folder, { ...manifest, files, rest })).rejects.toThrow("speaker is missing");
  });
});
