/** How far ahead a piece is scheduled, so that it is ready in time. */
const LEAD_SECONDS = 0.06;

/** Plays samples as they come, one piece right behind the other; waits where they come too late. */
export class PcmPlayer {
  readonly #context: AudioContext;
  readonly #onEnded: () => void;
  /** When what was added will have been heard, in the clock of the audio. */
  #endsAt = 0;
  #seconds = 0;
  #sounding = 0;
  #isComplete = false;

  /** Has to be made on a press of the reader's; `onEnded` is called once all that came, up to `end`, was heard. */
  constructor(sampleRate: number, onEnded: () => void) {
    // The context's own rate is the sound's, so that pieces meet without a seam.
    this.#context = new AudioContext({ sampleRate });
    this.#onEnded = onEnded;
    void this.#context.resume();
  }

  /** Seconds that were heard. */
  get heardSeconds(): number {
    const aheadSeconds = Math.max(0, this.#endsAt - this.#context.currentTime);
    return Math.max(0, this.#seconds - aheadSeconds);
  }

  /** Adds samples, in [-1, 1], to what is heard. */
  add(samples: Float32Array): void {
    if (samples.length === 0 || this.#context.state === "closed") return;
    const { sampleRate, currentTime } = this.#context;
    const buffer = this.#context.createBuffer(1, samples.length, sampleRate);
    buffer.getChannelData(0).set(samples);
    const source = this.#context.createBufferSource();
    source.buffer = buffer;
    source.connect(this.#context.destination);
    source.onended = () => {
      this.#sounding -= 1;
      this.#endIfHeard();
    };
    const soonest = Math.ceil((currentTime + LEAD_SECONDS) * sampleRate) / sampleRate;
    const startsAt = this.#endsAt < currentTime ? soonest : this.#endsAt;
    source.start(startsAt);
    this.#sounding += 1;
    this.#seconds += buffer.duration;
    this.#endsAt = startsAt + buffer.duration;
  }

  /** Nothing follows. */
  end(): void {
    this.#isComplete = true;
    this.#endIfHeard();
  }

  /** Falls silent at once. */
  stop(): void {
    if (this.#context.state !== "closed") void this.#context.close();
  }

  #endIfHeard(): void {
    if (!this.#isComplete || this.#sounding > 0 || this.#context.state === "closed") return;
    this.stop();
    this.#onEnded();
  }
}
