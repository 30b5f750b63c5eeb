/** Times that differ by less are taken as the same: files round them, and codecs add some delay. */
export const SLACK_SECONDS = 0.1;
/** A gap that is longer is an error of the times: no recording that is taken is as long. */
const LONGEST_GAP_SECONDS = 2 * 3600;

/**
 * Says how much silence belongs between the samples of a track, by the times that its file gives them.
 *
 * Gaps between the times become silence, also the one before the first sample. Times that go back, as where one file follows another in the
 * same one, go on from where they are: no sample is ever left out.
 */
export class Timeline {
  readonly #sampleRate: number;
  #end = 0;
  #offset = 0;
  #isBegun = false;

  constructor(sampleRate: number) {
    this.#sampleRate = sampleRate;
  }

  /** Samples there are so far, silence included. */
  get end(): number {
    return this.#end;
  }

  /** Takes the time, in seconds, of the sample that comes next; returns how many samples of silence come before it. */
  silenceBefore(seconds: number): number {
    const time = Math.round(seconds * this.#sampleRate) + this.#offset;
    const gap = time - this.#end;
    const slack = this.#isBegun ? SLACK_SECONDS * this.#sampleRate : 0;
    this.#isBegun = true;
    if (gap < -slack || gap > LONGEST_GAP_SECONDS * this.#sampleRate) {
      this.#offset -= gap;
      return 0;
    }
    return gap > slack ? gap : 0;
  }

  advance(samples: number): void {
    this.#end += samples;
  }
}
