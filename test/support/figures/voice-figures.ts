/** Figures of one speaker: what recognition hears of it, how high, how loud and how fast it speaks. */

import {
  NEUTRAL_MANNER,
  type Manner,
  type Speaker,
  type SpokenWord,
  type Synthesizer,
  type Transcriber,
} from "#service/engine/model/model.ts";
import { joinSamples } from "#service/engine/audio/samples.ts";
import { normalize } from "#service/speech/normalize/normalize.ts";
import { editDistance } from "#word-errors/edit-distance.ts";
import { letters } from "#word-errors/letters.ts";
import { integratedLoudness } from "./loudness-meter.ts";
import { medianPitch } from "./pitch-meter.ts";
import { resampled } from "#service/engine/audio/resampler.ts";

export interface VoiceFigures {
  readonly character_error: number;
  readonly loudness_lufs: number;
  readonly peak_dbfs: number;
  readonly median_pitch_hz: number;
  readonly characters_per_second: number;
  /** Seconds of sound for each second of processor time. */
  readonly times_real_time: number;
}

/** Speaks each text, normalised; returns one array of samples a text, and tells `word` of each word's place in its text. */
export async function speakAll(
  synthesizer: Synthesizer,
  speaker: Speaker,
  texts: readonly string[],
  manner: Manner = NEUTRAL_MANNER,
  word?: (word: SpokenWord) => void,
): Promise<Float32Array[]> {
  const spoken: Float32Array[] = [];
  for (const text of texts) {
    const request = { text: normalize(text).join(" "), speaker, manner, speed: 1 };
    const pieces: Float32Array[] = [];
    for await (const piece of synthesizer.synthesize(request, word)) pieces.push(piece);
    spoken.push(joinSamples(pieces));
  }
  return spoken;
}

/** Measures a speaker on texts; `transcriber` hears what it says of them. */
export async function voiceFigures(
  synthesizer: Synthesizer,
  transcriber: Transcriber,
  speaker: Speaker,
  texts: readonly string[],
): Promise<VoiceFigures> {
  const rate = synthesizer.sampleRate;
  const began = process.cpuUsage();
  const spoken = await speakAll(synthesizer, speaker, texts);
  const used = process.cpuUsage(began);
  const all = joinSamples(spoken);
  const seconds = all.length / rate;
  const characters = texts.map((text) => letters(normalize(text).join(" "))).join("").length;
  const peak = all.reduce((largest, value) => Math.max(largest, Math.abs(value)), 0);
  return {
    character_error: rounded(await characterError(transcriber, spoken, rate, texts), 4),
    loudness_lufs: rounded(integratedLoudness(all, rate), 1),
    peak_dbfs: rounded(20 * Math.log10(peak), 2),
    median_pitch_hz: rounded(medianPitch(all, rate), 0),
    characters_per_second: rounded(characters / seconds, 1),
    times_real_time: rounded(seconds / ((used.user + used.system) / 1e6), 1),
  };
}

/** Returns the part of the characters of texts that recognition gets wrong in what was spoken of them. */
export async function characterError(
  transcriber: Transcriber,
  spoken: readonly Float32Array[],
  rate: number,
  texts: readonly string[],
): Promise<number> {
  let [edits, characters] = [0, 0];
  for (const [at, samples] of spoken.entries()) {
    const recognition = transcriber.open();
    recognition.accept(resampled(samples, rate, transcriber.sampleRate));
    recognition.end();
    await transcriber.advance([{ recognition }]);
    const heard = letters(recognition.words.map((word) => word.text).join(" "));
    const wanted = letters(normalize(texts[at] ?? "").join(" "));
    edits += editDistance(Array.from(wanted), Array.from(heard));
    characters += wanted.length;
  }
  return edits / characters;
}

function rounded(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}
