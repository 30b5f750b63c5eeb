import { GatheredSamples } from "../audio/samples.ts";
import { wordLater, type RecognisedWord } from "../model/model.ts";
import { LanguageVotes } from "../model/language-votes.ts";
import type { Progress } from "../process/protocol.ts";

/** Minimum seconds of a part; it ends in the quietest moment of the `lookSeconds` that follow. */
export const PART = { seconds: 60, lookSeconds: 10 } as const;
/** Length of a moment in seconds: a short pause. */
const MOMENT_SECONDS = 0.3;

/** Samples of a part, and whether the part ends with them. */
export interface PartPiece {
  readonly samples: Float32Array;
  readonly endsPart: boolean;
}

/** Divides mono samples into parts. */
export class PartDivider {
  readonly #minSamples: number;
  readonly #lookSamples: number;
  readonly #momentSamples: number;
  #samplesOfPart = 0;
  #held = new GatheredSamples();

  constructor(sampleRate: number) {
    this.#minSamples = PART.seconds * sampleRate;
    this.#lookSamples = PART.lookSeconds * sampleRate;
    this.#momentSamples = Math.round(MOMENT_SECONDS * sampleRate);
  }

  /** Takes the next samples, which it does not keep, and returns what can be told of them and of those before. */
  accept(samples: Float32Array): readonly PartPiece[] {
    const pieces: PartPiece[] = [];
    let left = samples;
    while (left.length > 0) {
      const taken = left.subarray(0, this.#room);
      left = left.subarray(taken.length);
      if (this.#samplesOfPart < this.#minSamples) {
        this.#samplesOfPart += taken.length;
        pieces.push({ samples: taken, endsPart: false });
        continue;
      }
      this.#held.append(taken);
      if (this.#held.samples.length === this.#lookSamples) pieces.push(...this.#cut());
    }
    return pieces;
  }

  /** Returns the samples of the last part that were held back. */
  end(): Float32Array {
    return this.#held.samples;
  }

  /** Samples until the next decision. */
  get #room(): number {
    const missing = this.#minSamples - this.#samplesOfPart;
    return missing > 0 ? missing : this.#lookSamples - this.#held.samples.length;
  }

  #cut(): readonly PartPiece[] {
    const held = this.#held.samples;
    const at = quietestMoment(held, this.#momentSamples);
    const rest = held.slice(at);
    this.#held = new GatheredSamples();
    this.#samplesOfPart = rest.length;
    return [
      { samples: held.slice(0, at), endsPart: true },
      { samples: rest, endsPart: false },
    ];
  }
}

/** Returns the middle of the quietest `length` samples. */
export function quietestMoment(samples: Float32Array, length: number): number {
  let energy = 0;
  let lowest = Infinity;
  let end = samples.length;
  for (let at = 0; at < samples.length; at += 1) {
    energy += samples[at]! ** 2 - (at < length ? 0 : samples[at - length]! ** 2);
    if (at + 1 >= length && energy < lowest) {
      lowest = energy;
      end = at + 1;
    }
  }
  return end - (length >> 1);
}

interface Part {
  readonly startSeconds: number;
  /** Words that were settled and not reported yet. */
  words: RecognisedWord[];
  latest: Progress | undefined;
}

/** Makes the progress of a whole recording of that of its parts, which are recognised side by side. */
export class PartProgress {
  readonly #parts: Part[] = [];
  readonly #language = new LanguageVotes();
  /** Parts that are finished and reported. */
  #done = 0;
  #hasAllParts = false;

  /** Adds the next part; returns what takes its progress and returns that of the recording. */
  add(startSeconds: number): (progress: Progress) => Progress {
    const part: Part = { startSeconds, words: [], latest: undefined };
    this.#parts.push(part);
    return (progress) => {
      part.latest = progress;
      part.words.push(...progress.settled.map((word) => wordLater(word, startSeconds)));
      if (progress.finished) this.#language.add(progress.isTurkish, progress.decodedSeconds);
      return this.#whole();
    };
  }

  /** No part follows. */
  end(): void {
    this.#hasAllParts = true;
  }

  #whole(): Progress {
    const settled: RecognisedWord[] = [];
    let open = this.#parts[this.#done];
    while (open !== undefined) {
      settled.push(...open.words.splice(0));
      if (open.latest?.finished !== true) break;
      this.#done += 1;
      open = this.#parts[this.#done];
    }
    const finished = this.#hasAllParts && open === undefined;
    const decodedSeconds = this.#parts.reduce(
      (sum, { latest }) => sum + (latest?.decodedSeconds ?? 0),
      0,
    );
    const nextWordFrom = open && open.startSeconds + (open.latest?.nextWordFrom ?? 0);
    const { isTurkish } = this.#language;
    return {
      settled,
      tentative: [],
      nextWordFrom: nextWordFrom ?? decodedSeconds,
      decodedSeconds,
      finished,
      ...(finished && isTurkish !== undefined && { isTurkish }),
    };
  }
}
