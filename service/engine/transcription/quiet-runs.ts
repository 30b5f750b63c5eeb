/** A period of quiet, in seconds from the start of the audio. */
export interface QuietRun {
  readonly start: number;
  readonly end: number;
}

/** Pauses are measured in hops of this length; about half of the hop at either end of a pause is quiet. */
const HOP_MS = 5;
const WITHIN_HOP_MS = { start: 2, end: 3 };
const HOP_SECONDS = HOP_MS / 1000;
/** Shorter quiet occurs within words: the closure of a "t", or between the pulses of a low voice. */
const MIN_HOPS = 12;
/** Number of hops remembered, 40 s. */
const HOPS_KEPT = 8192;
/** A hop is quiet if its level is this far below the recent maximum, or at most this far above the recent minimum. */
const BELOW_LOUDEST_DB = 55;
const ABOVE_QUIETEST_DB = 8;
/** Decay of the recent maximum and rise of the recent minimum, in decibels per second. */
const FORGETTING = { loudest: 6, quietest: 3 };
const SILENCE_DB = -120;
/** The recent minimum at the start: audio may begin in the middle of a word. */
const FIRST_QUIETEST_DB = -50;

/** Finds where audio is quiet, to about 5 ms; the result does not depend on the pieces in which the audio arrives. */
export class QuietRuns {
  readonly #hopSamples: number;
  readonly #isQuiet = new Uint8Array(HOPS_KEPT);
  #hops = 0;
  #energy = 0;
  #summed = 0;
  #loudest = SILENCE_DB;
  #quietest = FIRST_QUIETEST_DB;

  /** @param sampleRate samples per second */
  constructor(sampleRate: number) {
    this.#hopSamples = Math.round(sampleRate * HOP_SECONDS);
  }

  accept(samples: Float32Array): void {
    for (let at = 0; at < samples.length;) {
      const hopEnd = Math.min(samples.length, at + this.#hopSamples - this.#summed);
      this.#summed += hopEnd - at;
      // A bare loop: an iterator takes several times as long, a check for each sample twice as long.
      let energy = this.#energy;
      for (; at < hopEnd; at += 1) {
        const sample = samples[at]!;
        energy += sample * sample;
      }
      this.#energy = energy;
      if (this.#summed === this.#hopSamples) this.#endHop();
    }
  }

  /**
   * Returns all runs that overlap the time between `from` and `to`, uncut, by the audio before `knownUntil`; all in seconds.
   */
  overlapping(from: number, to: number, knownUntil: number): readonly QuietRun[] {
    const known = Math.min(this.#hops, hopAt(knownUntil));
    const oldest = Math.max(0, this.#hops - HOPS_KEPT);
    const last = Math.min(known - 1, hopAt(to));
    let hop = Math.max(oldest, hopAt(from));
    while (hop > oldest && hop <= last && this.#quietAt(hop) && this.#quietAt(hop - 1)) hop -= 1;
    const runs: QuietRun[] = [];
    while (hop <= last) {
      const first = hop;
      while (hop < known && this.#quietAt(hop)) hop += 1;
      if (hop - first >= MIN_HOPS) runs.push({ start: startAt(first), end: endAt(hop) });
      while (hop <= last && !this.#quietAt(hop)) hop += 1;
    }
    return runs;
  }

  /** Returns the end of the quiet at `from`, by the audio before `knownUntil`; `from` itself where it is not quiet. */
  quietUntil(from: number, knownUntil: number): number {
    const known = Math.min(this.#hops, hopAt(knownUntil));
    const first = hopAt(from);
    let hop = Math.max(first, this.#hops - HOPS_KEPT);
    while (hop < known && this.#quietAt(hop)) hop += 1;
    return hop === first ? from : Math.max(from, endAt(hop));
  }

  #quietAt(hop: number): boolean {
    return this.#isQuiet[hop % HOPS_KEPT] === 1;
  }

  #endHop(): void {
    const level = Math.max(SILENCE_DB, 10 * Math.log10(this.#energy / this.#hopSamples));
    this.#energy = 0;
    this.#summed = 0;
    this.#loudest = Math.max(level, this.#loudest - FORGETTING.loudest * HOP_SECONDS);
    this.#quietest = Math.min(level, this.#quietest + FORGETTING.quietest * HOP_SECONDS);
    const threshold = Math.max(
      this.#loudest - BELOW_LOUDEST_DB,
      this.#quietest + ABOVE_QUIETEST_DB,
    );
    this.#isQuiet[this.#hops % HOPS_KEPT] = level < threshold ? 1 : 0;
    this.#hops += 1;
  }
}

function hopAt(seconds: number): number {
  return Math.max(0, Math.round((seconds * 1000) / HOP_MS));
}

function startAt(hop: number): number {
  return Math.max(0, hop * HOP_MS - WITHIN_HOP_MS.start) / 1000;
}

function endAt(hop: number): number {
  return (hop * HOP_MS + WITHIN_HOP_MS.end) / 1000;
}
