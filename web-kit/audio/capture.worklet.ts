/** The parts of an audio worklet's global scope used here; TypeScript's DOM library lacks them. */
declare abstract class AudioWorkletProcessor {
  readonly port: MessagePort;
  abstract process(inputs: readonly (readonly Float32Array[])[]): boolean;
}
declare function registerProcessor(name: string, processor: new () => AudioWorkletProcessor): void;
declare const sampleRate: number;

const BLOCKS_PER_SECOND = 20;

/** Posts the first channel of its input in blocks. */
class Capture extends AudioWorkletProcessor {
  #block: number[] = [];

  process([input]: readonly (readonly Float32Array[])[]): boolean {
    this.#block.push(...(input?.[0] ?? []));
    if (this.#block.length >= sampleRate / BLOCKS_PER_SECOND) {
      const samples = Float32Array.from(this.#block);
      this.#block = [];
      this.port.postMessage(samples, [samples.buffer]);
    }
    return true;
  }
}

registerProcessor("capture", Capture);
