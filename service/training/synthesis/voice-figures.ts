/** Figures of one built-in voice: what recognition hears of it, how high, how loud and how fast it speaks. */

import { Resampler } from "../../engine/audio/resampler.ts";
import type { Synthesizer, Transcriber } from "../../engine/model.ts";
import { normalize } from "../../speech/normalize/normalize.ts";
import { integratedLoudness } from "./loudness-meter.ts";

export interface VoiceFigures {
  readonly character_error: number;
  readonly loudness_lufs: number;
  readonly peak_dbfs: number;
  readonly median_pitch_hz: number;
  readonly characters_per_second: number;
  readonly times_real_time: number;
}

/** Speaks each text with a voice; returns one array of samples a text. */
export async function speakAll(
  synthesizer: Synthesizer,
  voice: string,
  texts: readonly string[],
): Promise<Float32Array[]> {
  const spoken: Float32Array[] = [];
  for (const text of texts) {
    const pieces: Float32Array[] = [];
    for await (const piece of synthesizer.synthesize({
      text: normalize(text).join(" "),
      voice,
      speed: 1,
    }))
      pieces.push(piece);
    spoken.push(joined(pieces));
  }
  return spoken;
}

/** Measures a voice on texts; `transcriber` hears what it says of them. */
export async function voiceFigures(
  synthesizer: Synthesizer,
  transcriber: Transcriber,
  voice: string,
  texts: readonly string[],
): Promise<VoiceFigures> {
  const started = performance.now();
  const spoken = await speakAll(synthesizer, voice, texts);
  const elapsed = (performance.now() - started) / 1000;
  const all = joined(spoken);
  const seconds = all.length / synthesizer.sampleRate;
  const heard = await Promise.all(
    spoken.map((samples) => hear(transcriber, samples, synthesizer.sampleRate)),
  );
  const wanted = texts.map((text) => letters(normalize(text).join(" ")));
  const edits = wanted.reduce(
    (sum, text, at) => sum + editDistance(text, letters(heard[at] ?? "")),
    0,
  );
  return {
    character_error: rounded(edits / wanted.join("").length, 4),
    loudness_lufs: rounded(integratedLoudness(all, synthesizer.sampleRate), 1),
    peak_dbfs: rounded(
      20 * Math.log10(all.reduce((peak, value) => Math.max(peak, Math.abs(value)), 1e-9)),
      2,
    ),
    median_pitch_hz: rounded(medianPitch(resampled(all, synthesizer.sampleRate, 8000), 8000), 0),
    characters_per_second: rounded(wanted.join("").length / seconds, 1),
    times_real_time: rounded(seconds / elapsed, 1),
  };
}

async function hear(
  transcriber: Transcriber,
  samples: Float32Array,
  rate: number,
): Promise<string> {
  const recognition = transcriber.open();
  recognition.accept(resampled(samples, rate, transcriber.sampleRate));
  recognition.end();
  await transcriber.advance([recognition]);
  return recognition.words.map((word) => word.text).join(" ");
}

function resampled(samples: Float32Array, from: number, to: number): Float32Array {
  const resampler = new Resampler(from, to);
  return joined([resampler.push(samples), resampler.end()]);
}

/** What both sides are compared by: lower-case letters and single spaces, the circumflex folded. */
export function letters(text: string): string {
  return text
    .toLocaleLowerCase("tr")
    .replace(/[âîû]/gu, (letter) => ({ â: "a", î: "i", û: "u" })[letter] ?? letter)
    .replace(/['’]/gu, "")
    .replace(/[^a-zçğıöşü]+/gu, " ")
    .trim();
}

function editDistance(wanted: string, heard: string): number {
  let row = Array.from({ length: heard.length + 1 }, (_, at) => at);
  for (const [at, letter] of Array.from(wanted).entries()) {
    const next = [at + 1];
    Array.from(heard).forEach((other, column) => {
      next.push(
        Math.min(
          next[column]! + 1,
          row[column + 1]! + 1,
          row[column]! + (letter === other ? 0 : 1),
        ),
      );
    });
    row = next;
  }
  return row.at(-1) ?? 0;
}

/** The middle of the pitches of all clearly voiced 40 ms windows, by autocorrelation. */
function medianPitch(samples: Float32Array, rate: number): number {
  const window = 0.04 * rate;
  const pitches: number[] = [];
  for (let start = 0; start + 2 * window < samples.length; start += window) {
    const correlation = (lag: number) => {
      let [product, here, there] = [0, 1e-9, 1e-9];
      for (let at = start; at < start + window; at += 1) {
        const [first, second] = [samples[at]!, samples[at + lag]!];
        product += first * second;
        here += first * first;
        there += second * second;
      }
      return here < 1e-4 * window ? 0 : product / Math.sqrt(here * there);
    };
    const lags = Array.from(
      { length: Math.floor(rate / 60) - Math.floor(rate / 450) },
      (_, at) => at + Math.floor(rate / 450),
    );
    const scores = lags.map(correlation);
    const best = Math.max(...scores);
    const first = scores.findIndex(
      (score, at) => score > 0.92 * best && score >= (scores[at + 1] ?? 0),
    );
    if (best > 0.7 && first >= 0) pitches.push(rate / lags[first]!);
  }
  return pitches.sort((left, right) => left - right)[Math.floor(pitches.length / 2)] ?? 0;
}

function joined(pieces: readonly Float32Array[]): Float32Array {
  const whole = new Float32Array(pieces.reduce((length, piece) => length + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

function rounded(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}
