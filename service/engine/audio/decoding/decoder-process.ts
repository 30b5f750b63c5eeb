import { spawn, type ChildProcess } from "node:child_process";
import { tmpdir } from "node:os";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { fileURLToPath } from "node:url";
import { confinedEnvironment, confiningFlags } from "../../confinement/confined.ts";
import { processorSeconds } from "../../confinement/processor-time.ts";
import { decoderUnavailable } from "../../admission/engine-error.ts";
import { AudioError } from "../audio-error.ts";
import { NoSuchChannel, TooManyChannels, type ReadChannel } from "../channels.ts";
import { writeOrder } from "./order.ts";
import { OUTCOME } from "./outcome.ts";
import { SampleDecoder } from "../sample-decoder.ts";

const ENTRY = fileURLToPath(new URL("./child.ts", import.meta.url));
/** FFmpeg's code is large, and trusted: when validated lazily, a short recording takes a quarter less time. */
const LAZY_VALIDATION = "--wasm-lazy-validation";
const HEAP_MEGABYTES = 64;
/** A decoder without output for this long counts as hung. */
const LONGEST_SILENCE_MS = 30_000;
/** Interval of the checks while it gives no samples. */
const WATCH_EVERY_MS = 500;
/** Maximum CPU time of the process; above its own limit, which it cannot check during an endless loop of FFmpeg. */
const MOST_WORK_SECONDS = { first: 6, perSecond: 0.2 };
/** Signals of a crash, which the recording may have caused; any other signal comes from outside. */
const CRASHES: ReadonlySet<NodeJS.Signals> = new Set([
  "SIGABRT",
  "SIGBUS",
  "SIGFPE",
  "SIGILL",
  "SIGSEGV",
  "SIGTRAP",
]);

interface End {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** Whether it was killed because it was no longer needed. */
  readonly isDismissed: boolean;
}

/** Decodes one recording in its own process, so that a damaged file that crashes or fills it harms nothing else. */
export class DecoderProcess {
  readonly ended: Promise<End>;
  readonly #child: ChildProcess & { readonly stdin: NonNullable<ChildProcess["stdin"]> };
  readonly #output: Readable;
  #failure: unknown;
  #isHung = false;
  #isDismissed = false;

  readonly #mostWorkSeconds: typeof MOST_WORK_SECONDS;

  /** @param entry is the program that decodes; `mostWorkSeconds` is its maximum CPU time */
  constructor(entry = ENTRY, mostWorkSeconds = MOST_WORK_SECONDS) {
    this.#mostWorkSeconds = mostWorkSeconds;
    const flags = confiningFlags({
      // The recording is in an unlinked temporary file while it is decoded.
      reads: [tmpdir()],
      writes: [tmpdir()],
      hasAddons: false,
      heapMegabytes: HEAP_MEGABYTES,
    });
    const child = spawn(process.execPath, [LAZY_VALIDATION, ...flags, entry], {
      stdio: ["pipe", "pipe", "inherit"],
      env: confinedEnvironment(),
    });
    this.#child = child;
    this.#output = child.stdout;
    this.ended = new Promise((resolve) => {
      child.once("exit", (code, signal) =>
        resolve({ code, signal, isDismissed: this.#isDismissed }),
      );
      child.once("error", (error) => {
        this.#failure = error;
        if (child.pid === undefined) resolve({ code: null, signal: null, isDismissed: false });
      });
    });
    // Writing to a process that has ended fails; its exit gives the reason.
    child.stdin.on("error", () => undefined);
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  kill(): void {
    this.#isDismissed = true;
    this.#child.kill("SIGKILL");
  }

  async *decode(
    recording: AsyncIterable<Uint8Array>,
    sampleRate: number,
    signal: AbortSignal,
    channel: ReadChannel = "mixed",
  ): AsyncGenerator<Float32Array, void, undefined> {
    const onAbort = () => this.kill();
    signal.addEventListener("abort", onAbort);
    try {
      signal.throwIfAborted();
      void this.#feed(recording, writeOrder({ sampleRate, channel }));
      const decoder = new SampleDecoder("f32le", 1);
      for await (const piece of this.#pieces(sampleRate)) {
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

  async #feed(recording: AsyncIterable<Uint8Array>, head: Uint8Array): Promise<void> {
    try {
      const order = Readable.from(this.#order(recording, head), { objectMode: false });
      await pipeline(order, this.#child.stdin);
    } catch {
      // A partial recording must not pass as a complete one. If the decoder has ended, the rest is not needed.
      if (this.#failure !== undefined) this.kill();
    }
  }

  async *#order(recording: AsyncIterable<Uint8Array>, head: Uint8Array) {
    yield head;
    const pieces = recording[Symbol.asyncIterator]();
    try {
      for (;;) {
        const piece = await this.#next(pieces);
        if (piece.done === true) return;
        yield piece.value;
      }
    } finally {
      await pieces.return?.();
    }
  }

  /** Keeps what the recording failed with; what a pipe to an ended process fails with is thrown at the `yield` instead. */
  async #next(pieces: AsyncIterator<Uint8Array>): Promise<IteratorResult<Uint8Array>> {
    try {
      return await pieces.next();
    } catch (error) {
      this.#failure = error;
      throw error;
    }
  }

  async *#pieces(sampleRate: number): AsyncGenerator<Uint8Array> {
    const pieces: AsyncIterator<Uint8Array> = this.#output[Symbol.asyncIterator]();
    let heardSeconds = 0;
    for (;;) {
      const silentFromMs = performance.now();
      const watch = setInterval(
        () => void this.#endHung(silentFromMs, heardSeconds),
        WATCH_EVERY_MS,
      );
      const piece = await pieces.next().finally(() => clearInterval(watch));
      if (piece.done === true) return;
      heardSeconds += piece.value.length / (Float32Array.BYTES_PER_ELEMENT * sampleRate);
      yield piece.value;
    }
  }

  /** Kills the process if it gives no samples for too long, or takes too much CPU time for those that it gave. */
  async #endHung(silentFromMs: number, heardSeconds: number): Promise<void> {
    const { first, perSecond } = this.#mostWorkSeconds;
    // Where the system does not report CPU time, only the silence counts.
    const workSeconds = await processorSeconds(this.pid ?? 0).catch(() => 0);
    const isSilent = performance.now() - silentFromMs > LONGEST_SILENCE_MS;
    if (!isSilent && workSeconds <= first + perSecond * heardSeconds) return;
    this.#isHung = true;
    this.kill();
  }

  #judge({ code, signal }: End): void {
    if (this.#isHung) throw undecodable("the decoder found no end in it");
    if (code === OUTCOME.decoded) return;
    if (code === OUTCOME.empty) throw new AudioError("empty_audio", "the audio has no samples");
    if (code === OUTCOME.undecodable) throw undecodable("no audio of a known format is in it");
    if (code === OUTCOME.tooMuchWork) {
      throw undecodable("it has far too little audio for its size, or is too much work");
    }
    if (code === OUTCOME.noSuchChannel) throw new NoSuchChannel("there are fewer channels");
    if (code === OUTCOME.tooManyChannels) throw new TooManyChannels();
    if (this.pid === undefined) throw decoderUnavailable();
    if (this.#failure !== undefined) throw this.#failure;
    if (signal !== null && !CRASHES.has(signal)) throw decoderUnavailable();
    if (signal !== null) throw undecodable("the decoder could not cope with it");
    throw new Error(`the decoder ended with exit code ${code}`);
  }
}

function undecodable(reason: string): AudioError {
  return new AudioError("undecodable_audio", `the file cannot be decoded: ${reason}`);
}
