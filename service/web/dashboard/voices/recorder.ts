import { signal } from "@preact/signals";
import type { SoundSource } from "#web-kit/audio/capture.ts";
import type { MicrophoneFault } from "#web-kit/audio/microphone.ts";
import { peakOf } from "#web-kit/audio/loudness.ts";
import { wavOf } from "#web-kit/audio/pcm.ts";

type RecorderState =
  | { readonly step: "idle" | "asking" | "lost" }
  | { readonly step: "failed"; readonly fault: MicrophoneFault }
  /** `peak` is the largest amplitude, from 0 to 1: of the latest block while recording, then of the whole recording. */
  | { readonly step: "recording"; readonly seconds: number; readonly peak: number }
  | {
      readonly step: "recorded";
      readonly file: Blob;
      readonly seconds: number;
      readonly peak: number;
    };

/** Sample rate in Hz: twice that of the voice encoder, so that nothing it uses is lost. */
const RATE = 32_000;

/** Records a voice from the microphone, for `maxSeconds` at most. */
export class Recorder {
  readonly state = signal<RecorderState>({ step: "idle" });
  readonly #maxSeconds: number;
  #microphone: SoundSource | undefined;
  #pieces: Float32Array[] = [];

  constructor(maxSeconds: number) {
    this.#maxSeconds = maxSeconds;
  }

  /** Requests the microphone and records; must be called in a user gesture. */
  async start(): Promise<void> {
    this.reset();
    this.state.value = { step: "asking" };
    // Loaded only for those who record.
    const { openMicrophone, MicrophoneError } = await import("#web-kit/audio/microphone.ts");
    try {
      const microphone = await openMicrophone(
        { onSamples: (samples) => this.#take(samples), onLost: () => this.#end("lost") },
        RATE,
      );
      if (this.state.peek().step !== "asking") return microphone.stop();
      this.#microphone = microphone;
      this.state.value = { step: "recording", seconds: 0, peak: 0 };
    } catch (error) {
      const fault = error instanceof MicrophoneError ? error.fault : "unavailable";
      this.state.value = { step: "failed", fault };
    }
  }

  /** Ends the recording and keeps it. */
  stop(): void {
    if (this.#microphone === undefined) return;
    const { sampleRate } = this.#microphone;
    const seconds = this.#seconds(sampleRate);
    this.#end("idle");
    const peak = Math.max(0, ...this.#pieces.map(peakOf));
    this.state.value = { step: "recorded", file: wavOf(this.#pieces, sampleRate), seconds, peak };
  }

  /** Discards the recording. */
  reset(): void {
    this.#end("idle");
    this.#pieces = [];
  }

  #take(samples: Float32Array): void {
    if (this.#microphone === undefined) return;
    const { sampleRate } = this.#microphone;
    this.#pieces.push(samples);
    const seconds = this.#seconds(sampleRate);
    this.state.value = { step: "recording", seconds, peak: peakOf(samples) };
    // Another block would exceed the limit.
    if (seconds + samples.length / sampleRate > this.#maxSeconds) this.stop();
  }

  #seconds(sampleRate: number): number {
    return this.#pieces.reduce((sum, { length }) => sum + length, 0) / sampleRate;
  }

  #end(step: "idle" | "lost"): void {
    this.#microphone?.stop();
    this.#microphone = undefined;
    this.state.value = { step };
  }
}
