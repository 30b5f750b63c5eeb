import { decimationOf, Decimator } from "./decimator.ts";

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
  /** Hertz that are kept at least. */
  readonly leastRate: number;
}

/** How often samples are handed over. */
const BLOCKS_PER_SECOND = 20;

/** Hands its input's first channel over in blocks, divided down to a lower rate. */
class Capture extends AudioWorkletProcessor {
  readonly #decimator: Decimator;
  readonly #blockLength: number;
  #block: number[] = [];

  constructor({ processorOptions }: { readonly processorOptions: CaptureOptions }) {
    super();
    const factor = decimationOf(sampleRate, processorOptions.leastRate);
    this.#decimator = new Decimator(factor);
    this.#blockLength = Math.round(sampleRate / factor / BLOCKS_PER_SECOND);
  }

  process([input]: readonly (readonly Float32Array[])[]): boolean {
    const channel = input?.[0];
    if (channel === undefined) return true;
    this.#block.push(...this.#decimator.push(channel));
    if (this.#block.length >= this.#blockLength) {
      const samples = Float32Array.from(this.#block);
      this.#block = [];
      this.port.postMessage(samples, [samples.buffer]);
    }
    return true;
  }
}

registerProcessor("capture", Capture);
