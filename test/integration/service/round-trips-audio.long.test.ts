import { SEMITONES_PER_OCTAVE } from "#units/pitch.ts";
import { beforeAll, describe, expect, test } from "vitest";
import { Resampler } from "#service/engine/audio/resampler.ts";
import { joinSamples } from "#service/engine/audio/samples.ts";
import { integratedLoudness } from "../../support/figures/loudness-meter.ts";
import { medianPitch } from "../../support/figures/pitch-meter.ts";
import { parseWav, pcm16Of, type WavAudio } from "../../../probes/speech/wav.ts";
import { builtInVoices, speak } from "../../support/service/round-trips.ts";
import {
  type SharedSpeechService,
  sharedSpeechService,
} from "../../support/service/speech-service.ts";

const MODELS = ["synth-v1", "synth-v2"] as const;
const TIMEOUT_MS = 300_000;

const SENTENCES = [
  "Akşam yemeğinden sonra sahilde uzun bir yürüyüşe çıktık.",
  "Rüzgâr hafif hafif esiyor, dalgalar kıyıya vuruyordu.",
  "Peki yarın da gelir misin?",
  "Tabii, seve seve gelirim!",
  "Saat 18.30'da iskelenin önünde buluşalım.",
];
const FEW_SENTENCES = SENTENCES.join(" ");
const MANY_SENTENCES = Array.from({ length: 3 }, () => FEW_SENTENCES).join(" ");

/** Two steps of 16-bit samples. */
const SILENT = 2 / 32_768;
const MIN_PAUSE_SECONDS = 0.2;
const EDGE_SECONDS = 0.005;

const PITCH_RATE_HZ = 8_000;
/** Each with how far the level may move: sounds of a few milliseconds are hard to level. */
const PACES = [
  [0.25, 1.5],
  [0.5, 1.5],
  [1.5, 1.5],
  [4, 4],
] as const;
const PACE_TOLERANCE = 0.1;

let service: SharedSpeechService;
beforeAll(async () => {
  service = await sharedSpeechService();
});

describe.each(MODELS)("the pieces that %s answers with", (model) => {
  const [voice] = builtInVoices(model);

  test.each([
    ["one word", "Evet.", 1],
    ["one sentence", SENTENCES[0], 1],
    ["a few sentences", FEW_SENTENCES, 2],
    ["many sentences", MANY_SENTENCES, 5],
  ])(
    "are together the whole synthesis of %s",
    async (_, input, minPieces) => {
      const { samples, sampleRateHz } = await spoken({ input, model, voice });
      const fields = { response_format: "pcm", sample_rate: sampleRateHz };
      const answer = await speak(service, { input, model, voice, ...fields });
      const pieces = await piecesOf(answer);
      expect(Buffer.concat(pieces).equals(pcm16Of(samples))).toBe(true);
      expect(pieces.length).toBeGreaterThanOrEqual(minPieces);
    },
    TIMEOUT_MS,
  );
});

describe.each(MODELS)("where sentences of %s meet", (model) => {
  test.each(builtInVoices(model))(
    "nothing clicks in the voice %s",
    async (voice) => {
      const { samples, sampleRateHz } = await spoken({ input: FEW_SENTENCES, model, voice });
      const pauses = pausesOf(samples, MIN_PAUSE_SECONDS * sampleRateHz);
      expect(pauses.length).toBeGreaterThanOrEqual(SENTENCES.length);

      const reach = Math.round(EDGE_SECONDS * sampleRateHz);
      const nearEdges = pauses
        .flat()
        .flatMap((edge) => [...steps(samples.subarray(Math.max(0, edge - reach), edge + reach))]);
      expect(Math.max(...nearEdges)).toBeGreaterThan(0);
      expect(Math.max(...nearEdges)).toBeLessThan(typicalLargeStep(samples));
    },
    TIMEOUT_MS,
  );
});

describe.each(MODELS)("another pace of %s", (model) => {
  const voices = builtInVoices(model);

  test.each([voices[0], voices.at(-1)])(
    "keeps pitch and level in the voice %s",
    async (voice) => {
      const unchanged = await spoken({ input: FEW_SENTENCES, model, voice });
      for (const [speed, maxDecibels] of PACES) {
        const changed = await spoken({ input: FEW_SENTENCES, model, voice, speed });
        const pace = unchanged.samples.length / changed.samples.length;
        expect.soft(Math.abs(pace / speed - 1), `${speed}: ${pace}`).toBeLessThan(PACE_TOLERANCE);
        const semitones = SEMITONES_PER_OCTAVE * Math.log2(pitchHz(changed) / pitchHz(unchanged));
        expect.soft(Math.abs(semitones), `${speed}: ${semitones} semitones`).toBeLessThan(1);
        const decibels = lufs(changed) - lufs(unchanged);
        expect.soft(Math.abs(decibels), `${speed}: ${decibels} dB`).toBeLessThan(maxDecibels);
      }
    },
    TIMEOUT_MS,
  );
});

async function spoken(fields: Readonly<Record<string, unknown>>): Promise<WavAudio> {
  const answer = await speak(service, { ...fields, response_format: "wav" });
  return parseWav(Buffer.from(await answer.arrayBuffer()));
}

async function piecesOf(answer: Response): Promise<readonly Uint8Array[]> {
  const pieces: Uint8Array[] = [];
  for await (const piece of answer.body ?? []) pieces.push(piece);
  return pieces;
}

/** Where silences of at least so many samples begin and end. */
function pausesOf(
  samples: Float32Array,
  minSamples: number,
): readonly (readonly [start: number, end: number])[] {
  const pauses: [number, number][] = [];
  let start = 0;
  for (let at = 0; at <= samples.length; at += 1) {
    if (Math.abs(samples[at] ?? 1) <= SILENT) continue;
    if (at - start >= minSamples) pauses.push([start, at]);
    start = at + 1;
  }
  return pauses;
}

/** Returns the absolute differences between neighbouring samples. */
function steps(samples: Float32Array): Float64Array {
  const found = new Float64Array(Math.max(0, samples.length - 1));
  for (let at = 0; at < found.length; at += 1) {
    found[at] = Math.abs(samples[at + 1]! - samples[at]!);
  }
  return found;
}

/** What nine in ten steps stay below while there is sound. */
function typicalLargeStep(samples: Float32Array): number {
  const sounding = steps(samples)
    .filter((step) => step > SILENT)
    .sort();
  return sounding[Math.floor(0.9 * sounding.length)] ?? 0;
}

function pitchHz({ samples, sampleRateHz }: WavAudio): number {
  const resampler = new Resampler(sampleRateHz, PITCH_RATE_HZ);
  const resampled = joinSamples([resampler.push(samples), resampler.end()]);
  return medianPitch(resampled, PITCH_RATE_HZ);
}

function lufs({ samples, sampleRateHz }: WavAudio): number {
  return integratedLoudness(samples, sampleRateHz);
}
