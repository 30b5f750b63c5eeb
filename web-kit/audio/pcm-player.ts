/** How far ahead a piece is scheduled at the start or after a gap, so that it is ready in time. */
const LEAD_SECONDS = 0.06;

/** Plays samples as they arrive, without gaps; pauses where they arrive too late. */
export class PcmPlayer {
  readonly #context: AudioContext;
  readonly #onEnded: () => void;
  /** When all added samples will have been played, by the audio context's clock. */
  #endsAt = 0;
  #seconds = 0;
  #sounding = 0;
  #isComplete = false;

  /** Must be constructed in a user gesture; `onEnded` is called once everything added before `end` has been played. */
  constructor(sampleRate: number, onEnded: () => void) {
    // The context runs at the rate of the samples, so that pieces join without clicks.
    this.#context = new AudioContext({ sampleRate });
    this.#onEnded = onEnded;
    void this.#context.resume();
  }

  /** Seconds played so far. */
  get heardSeconds(): number {
    const aheadSeconds = Math.max(0, this.#endsAt - this.#context.currentTime);
    return Math.max(0, this.#seconds - aheadSeconds);
  }

  /** Adds samples in [-1, 1] to be played. */
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

  /** Marks the end: no more samples follow. */
  end(): void {
    this.#isComplete = true;
    this.#endIfHeard();
  }

  /** Stops at once. */
  stop(): void {
    if (this.#context.state !== "closed") void this.#context.close();
  }

  #endIfHeard(): void {
    if (!this.#isComplete || this.#sounding > 0 || this.#context.state === "closed") return;
    this.stop();
    this.#onEnded();
  }
}
