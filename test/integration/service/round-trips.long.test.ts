// The long tests of the other file too; see test/support/lengths.ts.
import "./round-trips.test.ts";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { joinSamples } from "#service/engine/audio/samples.ts";
import { letters } from "#word-errors/letters.ts";
import { integratedLoudness, SPEECH_LUFS } from "../../support/figures/loudness-meter.ts";
import type { WavAudio } from "../../../probes/speech/wav.ts";
import { projectRoot } from "../../support/program.ts";
import {
  builtInVoices,
  percent,
  roundTripErrors,
  roundTripFixture,
  roundTrips,
} from "../../support/service/round-trips.ts";
import {
  sharedSpeechService,
  type SharedSpeechService,
} from "../../support/service/speech-service.ts";

interface VariedSentence {
  readonly kind: string;
  readonly written: string;
}

/** Every voice says so many of the varied sentences, each voice others. */
const SENTENCES_PER_VOICE = 50;
const VOICE_TIMEOUT_MS = 300_000;
const MAX_CHARACTER_ERRORS = 0.04;
const MAX_WORD_ERRORS = 0.25;
const MAX_CHARACTER_ERRORS_PER_SENTENCE = 0.35;
const HIGHEST_PEAK_DBFS = -1;

const MODELS: readonly (readonly [model: string, minVoices: number])[] = [
  ["synth-v1", 4],
  ["synth-v2", 8],
];

const varied = await roundTripFixture<VariedSentence>("varied-sentences");

let service: SharedSpeechService;
beforeAll(async () => {
  service = await sharedSpeechService();
});

describe.each(MODELS)("what %s says is understood", (model, minVoices) => {
  const voices = builtInVoices(model);

  test.each(voices)(
    "in the voice %s, at its level",
    async (voice) => {
      const trips = await roundTrips(
        service,
        sentencesOf(voices.indexOf(voice)).map((sentence) => ({
          ...sentence,
          spoken: letters(sentence.written),
          model,
          voice,
        })),
      );

      const { characters, words, worstSentence, worst } = roundTripErrors(trips);
      const measured = `${model} ${voice}: ${percent(characters)} of letters, ${percent(words)} of words heard wrong, in one sentence ${percent(worstSentence)}\n${worst}`;
      expect.soft(characters, measured).toBeLessThanOrEqual(MAX_CHARACTER_ERRORS);
      expect.soft(words, measured).toBeLessThanOrEqual(MAX_WORD_ERRORS);
      expect.soft(worstSentence, measured).toBeLessThanOrEqual(MAX_CHARACTER_ERRORS_PER_SENTENCE);

      const recordings = trips.map(({ audio }) => audio);
      const lufs = loudness(recordings);
      expect
        .soft(Math.abs(lufs - SPEECH_LUFS.target), `${lufs} LUFS`)
        .toBeLessThan(SPEECH_LUFS.tolerance);
      expect.soft(peakDbfs(recordings)).toBeLessThanOrEqual(HIGHEST_PEAK_DBFS);
    },
    VOICE_TIMEOUT_MS,
  );

  test(`in at least ${minVoices} voices`, () => {
    expect(voices.length).toBeGreaterThanOrEqual(minVoices);
  });
});

describe("the varied sentences", () => {
  test("are more than a voice says, and no two are alike", () => {
    expect(varied.length).toBeGreaterThan(SENTENCES_PER_VOICE);
    expect(new Set(varied.map(({ written }) => letters(written))).size).toBe(varied.length);
  });

  test("are none of the training's", async () => {
    const folder = path.join(projectRoot, "service/training/corpus");
    const names = (await readdir(folder)).filter((name) => /\.(?:py|txt)$/.test(name));
    const texts = await Promise.all(names.map((name) => readFile(path.join(folder, name), "utf8")));
    const corpus = letters(texts.join(" "));
    expect(corpus).toContain("nasıl gidebilirim");
    const found = varied.filter(({ written }) => corpus.includes(letters(written)));
    expect(found).toEqual([]);
  });
});

/** Consecutive sentences, from another place for each voice, so that all are said by some. */
function sentencesOf(voiceIndex: number): readonly VariedSentence[] {
  const first = (voiceIndex * (varied.length - SENTENCES_PER_VOICE)) % varied.length;
  return [...varied.slice(first), ...varied].slice(0, SENTENCES_PER_VOICE);
}

function loudness(recordings: readonly WavAudio[]): number {
  const [first] = recordings;
  if (first === undefined) throw new Error("no recordings");
  const all = joinSamples(recordings.map(({ samples }) => samples));
  return integratedLoudness(all, first.sampleRateHz);
}

function peakDbfs(recordings: readonly WavAudio[]): number {
  let peak = 0;
  for (const { samples } of recordings) {
    for (let at = 0; at < samples.length; at += 1) peak = Math.max(peak, Math.abs(samples[at]!));
  }
  return 20 * Math.log10(peak);
}
