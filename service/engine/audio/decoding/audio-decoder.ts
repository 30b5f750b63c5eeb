import { DecoderProcess } from "./decoder-process.ts";

/** Decodes recordings, each in a process of its own, of which one is kept ready for the next recording. */
export class AudioDecoder implements AsyncDisposable {
  readonly #running = new Set<DecoderProcess>();
  #ready: DecoderProcess | undefined;
  #isClosed = false;

  constructor() {
    this.#prepare();
  }

  /** Process ids of the processes that run, the one kept ready among them. */
  get pids(): readonly number[] {
    return [...this.#running].map(({ pid }) => pid).filter((pid) => pid !== undefined);
  }

  /**
   * Yields a recording's samples, mono in [-1, 1] at a rate in hertz, decoded no further ahead than they are read.
   *
   * MP3, FLAC, Ogg Vorbis and Opus, WebM, MP4 and AAC, told apart by their content. Throws AudioError (empty_audio,
   * undecodable_audio) or the signal's reason.
   */
  async *decode(
    recording: AsyncIterable<Uint8Array>,
    sampleRate: number,
    signal: AbortSignal,
  ): AsyncGenerator<Float32Array, void, undefined> {
    const process = this.#ready ?? this.#start();
    this.#ready = undefined;
    try {
      for await (const samples of process.decode(recording, sampleRate, signal)) {
        yield samples;
        // Not before: two programs that load at the same time only make each other late.
        this.#prepare();
      }
    } finally {
      process.kill();
      this.#prepare();
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true;
    const running = [...this.#running];
    for (const process of running) process.kill();
    await Promise.all(running.map(({ ended }) => ended));
  }

  #prepare(): void {
    if (!this.#isClosed) this.#ready ??= this.#start();
  }

  #start(): DecoderProcess {
    const process = new DecoderProcess();
    this.#running.add(process);
    void process.ended.then(() => {
      this.#running.delete(process);
      if (this.#ready === process) this.#ready = undefined;
    });
    return process;
  }
}
