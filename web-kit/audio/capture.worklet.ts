import { Resampler } from "./resampler.ts";

/** What of an audio worklet's global scope is used here; TypeScript's DOM does not know it. */
declare abstract class AudioWorkletProcessor {
  readonly port: MessagePort;
  abstract process(inputs: readonly (readonly Float32Array[])[]): boolean;
}
declare function registerProcessor(
  name: string,
  processor: new (options: { readonly processorOptions: CaptureOptions }) => AudioWorkletProcessor,
): void;
declare const sampleRate: number;

interface CaptureOptions {
  /** Of what is handed over, in hertz; what comes in at a lower one keeps it. */
  readonly rate: number;
}

/** How often samples are handed over. */
const BLOCKS_PER_SECOND = 20;

/** Hands its input's first channel over in blocks, at a lower rate. */
class Capture extends AudioWorkletProcessor {
  readonly #resampler: Resampler;
  readonly #blockLength: number;
  #block: number[] = [];

  constructor({ processorOptions }: { readonly processorOptions: CaptureOptions }) {
    super();
    const { rate } = processorOptions;
    this.#resampler = new Resampler(sampleRate, rate);
    this.#blockLength = Math.round(Math.min(sampleRate, rate) / BLOCKS_PER_SECOND);
  }

  process([input]: readonly (readonly Float32Array[])[]): boolean {
    const channel = input?.[0];
    if (channel === undefined) return true;
    this.#block.push(...this.#resampler.push(channel));
    if (this.#block.length >= this.#blockLength) {
      const samples = Float32Array.from(this.#block);
      this.#block = [];
      this.port.postMessage(samples, [samples.buffer]);
    }
    return true;
  }
}

registerProcessor("capture", Capture);
