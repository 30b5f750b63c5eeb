/** Timestamps that differ by less count as equal: files round them, and codecs add some delay. */
export const SLACK_SECONDS = 0.1;
/** A longer gap counts as a timestamp error: no accepted recording is that long. */
const MAX_GAP_SECONDS = 2 * 3600;

/**
 * Computes, from the timestamps of a file, how much silence belongs between the samples of a track.
 *
 * Gaps between timestamps become silence, including one before the first sample. Where timestamps jump back, as in
 * concatenated files, the timeline continues from its end: no sample is ever left out.
 */
export class Timeline {
  readonly #sampleRate: number;
  #end = 0;
  #offset = 0;
  #isBegun = false;

  constructor(sampleRate: number) {
    this.#sampleRate = sampleRate;
  }

  /** Number of samples so far, silence included. */
  get end(): number {
    return this.#end;
  }

  /** Takes the time, in seconds, of the sample that comes next; returns how many samples of silence come before it. */
  silenceBefore(seconds: number): number {
    const time = Math.round(seconds * this.#sampleRate) + this.#offset;
    const gap = time - this.#end;
    const slack = this.#isBegun ? SLACK_SECONDS * this.#sampleRate : 0;
    this.#isBegun = true;
    if (gap < -slack || gap > MAX_GAP_SECONDS * this.#sampleRate) {
      this.#offset -= gap;
      return 0;
    }
    return gap > slack ? gap : 0;
  }

  advance(samples: number): void {
    this.#end += samples;
  }
}
