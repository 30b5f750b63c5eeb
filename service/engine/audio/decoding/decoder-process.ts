import { spawn, type ChildProcess } from "node:child_process";
import { constants, getPriority, setPriority, tmpdir } from "node:os";
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
/** Added to the niceness of this process: files may wait for live streams and speech, which somebody listens to. */
const LESS_URGENT = 5;
/** Interval of the checks while it gives no samples. */
const WATCH_EVERY_MS = 500;

interface HungLimits {
  /** Without samples and without use of the CPU; on a busy machine a process may wait long for its first sample. */
  readonly maxIdleMs: number;
  /** CPU time; above the process's own limit, which it cannot check during an endless loop of FFmpeg. */
  readonly maxWorkSeconds: { readonly first: number; readonly perSecond: number };
}
const HUNG_LIMITS: HungLimits = {
  maxIdleMs: 30_000,
  maxWorkSeconds: { first: 6, perSecond: 0.2 },
};
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

  readonly #limits: HungLimits;

  /** @param entry is the program that decodes */
  constructor(entry = ENTRY, limits: HungLimits = HUNG_LIMITS) {
    this.#limits = limits;
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
    if (child.pid !== undefined) {
      const { PRIORITY_LOW } = constants.priority;
      setPriority(child.pid, Math.min(getPriority() + LESS_URGENT, PRIORITY_LOW));
    }
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
      const watch = this.#watchForHang(heardSeconds);
      const piece = await pieces.next().finally(() => clearInterval(watch));
      if (piece.done === true) return;
      heardSeconds += piece.value.length / (Float32Array.BYTES_PER_ELEMENT * sampleRate);
      yield piece.value;
    }
  }

  /** Kills the process if it is idle for too long, or takes too much CPU time for the samples that it gave. */
  #watchForHang(heardSeconds: number): NodeJS.Timeout {
    const { maxIdleMs, maxWorkSeconds } = this.#limits;
    const allowedSeconds = maxWorkSeconds.first + maxWorkSeconds.perSecond * heardSeconds;
    let last = { workSeconds: 0, atMs: performance.now() };
    const check = async () => {
      // Where the system does not report CPU time, the process always counts as idle.
      const workSeconds = await processorSeconds(this.pid ?? 0).catch(() => 0);
      const nowMs = performance.now();
      if (workSeconds > last.workSeconds) last = { workSeconds, atMs: nowMs };
      if (nowMs - last.atMs <= maxIdleMs && workSeconds <= allowedSeconds) return;
      this.#isHung = true;
      this.kill();
    };
    return setInterval(() => void check(), WATCH_EVERY_MS);
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
