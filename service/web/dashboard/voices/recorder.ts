import { signal, type ReadonlySignal } from "@preact/signals";
import type { Microphone, MicrophoneFault } from "#web-kit/audio/microphone.ts";
import { peakOf } from "#web-kit/audio/loudness.ts";
import { wavOf } from "#web-kit/audio/pcm.ts";

/** A recording that can be played back and sent. */
export interface Recorded {
  readonly file: Blob;
  readonly seconds: number;
  /** The largest amplitude, from 0 to 1. */
  readonly peak: number;
}

export type RecorderState =
  | { readonly step: "idle" | "asking" | "lost" }
  | { readonly step: "recording"; readonly seconds: number; readonly peak: number }
  | { readonly step: "recorded"; readonly recorded: Recorded }
  | { readonly step: "failed"; readonly fault: MicrophoneFault };

/** Twice what the voice encoder hears, so that nothing of a voice is lost. */
const RATE = 32_000;

/** Records a voice from the microphone, for `mostSeconds` at most. */
export class Recorder {
  readonly #mostSeconds: number;
  readonly #state = signal<RecorderState>({ step: "idle" });
  #microphone: Microphone | undefined;
  #pieces: Float32Array[] = [];
  #sampleCount = 0;
  #peak = 0;

  constructor(mostSeconds: number) {
    this.#mostSeconds = mostSeconds;
  }

  get state(): ReadonlySignal<RecorderState> {
    return this.#state;
  }

  /** Asks for the microphone and records; has to be called on a press of the reader's. */
  async start(): Promise<void> {
    this.reset();
    this.#state.value = { step: "asking" };
    // Whoever never records does not load it.
    const { openMicrophone, MicrophoneError } = await import("#web-kit/audio/microphone.ts");
    try {
      const microphone = await openMicrophone(
        { onSamples: (samples) => this.#take(samples), onLost: () => this.#lose() },
        RATE,
      );
      if (this.#state.peek().step !== "asking") return microphone.stop();
      this.#microphone = microphone;
      this.#state.value = { step: "recording", seconds: 0, peak: 0 };
    } catch (error) {
      const fault = error instanceof MicrophoneError ? error.fault : "unavailable";
      this.#state.value = { step: "failed", fault };
    }
  }

  /** Ends the recording and keeps it. */
  stop(): void {
    const microphone = this.#microphone;
    if (microphone === undefined) return;
    const { sampleRate } = microphone;
    this.#release();
    const recorded = {
      file: wavOf(this.#pieces, sampleRate),
      seconds: this.#sampleCount / sampleRate,
      peak: this.#peak,
    };
    this.#state.value = { step: "recorded", recorded };
  }

  /** Forgets what was recorded. */
  reset(): void {
    this.#release();
    this.#pieces = [];
    this.#sampleCount = 0;
    this.#peak = 0;
    this.#state.value = { step: "idle" };
  }

  #take(samples: Float32Array): void {
    const microphone = this.#microphone;
    if (microphone === undefined) return;
    this.#pieces.push(samples);
    this.#sampleCount += samples.length;
    const peak = peakOf(samples);
    this.#peak = Math.max(this.#peak, peak);
    const seconds = this.#sampleCount / microphone.sampleRate;
    this.#state.value = { step: "recording", seconds, peak };
    // A block less than what is allowed, which the next one would pass.
    if (seconds + samples.length / microphone.sampleRate > this.#mostSeconds) this.stop();
  }

  #lose(): void {
    this.#release();
    this.#state.value = { step: "lost" };
  }

  #release(): void {
    this.#microphone?.stop();
    this.#microphone = undefined;
  }
}
