import { spawn, type ChildProcess } from "node:child_process";
import { tmpdir } from "node:os";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { fileURLToPath } from "node:url";
import { confinedEnvironment, confiningFlags } from "../../confinement/confined.ts";
import { AudioError } from "../audio-error.ts";
import { OUTCOME } from "./outcome.ts";
import { SampleDecoder } from "../sample-decoder.ts";

const ENTRY = fileURLToPath(new URL("./child.ts", import.meta.url));
/** FFmpeg's code is large, and comes with the project: checked where it is first called, a short recording takes a quarter less. */
const LAZY_VALIDATION = "--wasm-lazy-validation";
const HEAP_MEGABYTES = 64;
/** Without a sample for this long, a decoder is taken as hung. */
const LONGEST_SILENCE_MS = 30_000;

interface End {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** Decodes one recording in a process that a damaged file can crash or fill without harm to anything else. */
export class DecoderProcess {
  readonly ended: Promise<End>;
  readonly #child: ChildProcess & { readonly stdin: NonNullable<ChildProcess["stdin"]> };
  readonly #output: Readable;
  #failure: unknown;
  #isHung = false;

  constructor() {
    const flags = confiningFlags({
      // The recording lies in a file without a name while it is decoded.
      reads: [tmpdir()],
      writes: [tmpdir()],
      hasAddons: false,
      heapMegabytes: HEAP_MEGABYTES,
    });
    const child = spawn(process.execPath, [LAZY_VALIDATION, ...flags, ENTRY], {
      stdio: ["pipe", "pipe", "inherit"],
      env: confinedEnvironment(),
    });
    this.#child = child;
    this.#output = child.stdout;
    this.ended = new Promise((resolve) => {
      child.once("exit", (code, signal) => resolve({ code, signal }));
      child.once("error", (error) => {
        this.#failure = error;
        if (child.pid === undefined) resolve({ code: null, signal: null });
      });
    });
    // A pipe to a process that is gone; its end says why.
    child.stdin.on("error", () => undefined);
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  kill(): void {
    this.#child.kill("SIGKILL");
  }

  async *decode(
    recording: AsyncIterable<Uint8Array>,
    sampleRate: number,
    signal: AbortSignal,
  ): AsyncGenerator<Float32Array, void, undefined> {
    const onAbort = () => this.kill();
    signal.addEventListener("abort", onAbort);
    try {
      signal.throwIfAborted();
      void this.#feed(recording, sampleRate);
      const decoder = new SampleDecoder("f32le", 1);
      for await (const piece of this.#pieces()) {
        const samples = decoder.decode(piece);
        if (samples.length > 0) yield samples;
      }
      signal.throwIfAborted();
      this.#judge(await this.ended);
    } finally {
      signal.removeEventListener("abort", onAbort);
      this.kill();
      this.#child.stdin.destroy();
      this.#output.destroy();
    }
  }

  async #feed(recording: AsyncIterable<Uint8Array>, sampleRate: number): Promise<void> {
    try {
      const order = Readable.from(this.#order(recording, sampleRate), { objectMode: false });
      await pipeline(order, this.#child.stdin);
    } catch {
      // Half a recording must not pass for a whole one.
      this.kill();
    }
  }

  async *#order(recording: AsyncIterable<Uint8Array>, sampleRate: number) {
    const rate = Buffer.alloc(4);
    rate.writeUInt32LE(sampleRate);
    yield rate;
    try {
      yield* recording;
    } catch (error) {
      this.#failure = error;
      throw error;
    }
  }

  async *#pieces(): AsyncGenerator<Uint8Array> {
    const pieces: AsyncIterator<Uint8Array> = this.#output[Symbol.asyncIterator]();
    for (;;) {
      const silence = setTimeout(() => {
        this.#isHung = true;
        this.kill();
      }, LONGEST_SILENCE_MS);
      const piece = await pieces.next().finally(() => clearTimeout(silence));
      if (piece.done === true) return;
      yield piece.value;
    }
  }

  #judge({ code, signal }: End): void {
    if (this.#isHung) throw undecodable("the decoder found no end in it");
    if (code === OUTCOME.decoded) return;
    if (code === OUTCOME.empty) throw new AudioError("empty_audio", "the audio has no samples");
    if (code === OUTCOME.undecodable) throw undecodable("no audio of a known format is in it");
    if (code === OUTCOME.tooMuchWork) {
      throw undecodable("it has far too little audio for its size, or is too much work");
    }
    if (this.#failure !== undefined) throw this.#failure;
    if (signal !== null) throw undecodable("the decoder could not cope with it");
    throw new Error(`the decoder ended with exit code ${code}`);
  }
}

function undecodable(reason: string): AudioError {
  return new AudioError("undecodable_audio", `the file cannot be decoded: ${reason}`);
}
