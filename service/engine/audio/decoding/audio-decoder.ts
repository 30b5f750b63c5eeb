import { availableParallelism } from "node:os";
import type { AdmissionLimits, Job } from "../../admission/admission.ts";
import { Places } from "../../admission/places.ts";
import type { ReadChannel } from "../channels.ts";
import { DecoderProcess } from "./decoder-process.ts";

/** Maximum of recordings decoded at the same time: each process takes 100 to 400 MB. */
const PLACES = Math.max(4, availableParallelism());
const LIMITS: AdmissionLimits = {
  live: 0,
  files: PLACES,
  long: PLACES / 2,
  waiting: 32,
  deadlineSeconds: 30,
};

/** Approximate duration of decoding, including the start of its process. */
const WORK_SECONDS = { short: 0.3, long: 3 };

/** Whose recording it is, and whether it may be longer than a minute. */
export interface DecodingWork extends Pick<Job, "isAnonymous"> {
  readonly urgency: "short" | "long";
}

/**
 * Decodes recordings, each in a process of its own; one process is kept ready for the next recording. At most `places`
 * recordings are decoded at the same time, the others wait.
 */
export class AudioDecoder implements AsyncDisposable {
  readonly #places = new Places("The audio decoder", LIMITS);
  readonly #running = new Set<DecoderProcess>();
  #ready: DecoderProcess | undefined;
  #isClosed = false;

  /** Recordings that are decoded at the same time. */
  readonly places = PLACES;

  readonly #onDeath: (how: string) => void;

  /** @param onDeath is called for each process that a signal from outside ended, or that could not be started */
  constructor(onDeath: (how: string) => void = () => undefined) {
    this.#onDeath = onDeath;
    this.#prepare();
  }

  /** Process ids of the processes that run, the one kept ready among them. */
  get pids(): readonly number[] {
    return [...this.#running].map(({ pid }) => pid).filter((pid) => pid !== undefined);
  }

  /**
   * Yields a recording's samples, mono in [-1, 1] at a rate in Hz, decoded no further ahead than they are read; with a
   * `channel`, those of that one.
   *
   * Takes MP3, FLAC, Ogg Vorbis and Opus, WebM, MP4, AAC and the other formats of `CONTAINERS`, recognised by their
   * content. Throws AudioError (empty_audio, undecodable_audio), EngineError (server_busy, high_demand,
   * decoder_unavailable), for a channel NoSuchChannel or TooManyChannels, or the signal's reason.
   */
  async *decode(
    recording: AsyncIterable<Uint8Array>,
    sampleRate: number,
    work: DecodingWork,
    signal: AbortSignal,
    channel: ReadChannel = "mixed",
  ): AsyncGenerator<Float32Array, void, undefined> {
    const workSeconds = WORK_SECONDS[work.urgency];
    using _place = await this.#places.take({ ...work, workSeconds }, signal);
    const process = this.#ready ?? this.#start();
    this.#ready = undefined;
    try {
      for await (const samples of process.decode(recording, sampleRate, signal, channel)) {
        yield samples;
        // Not earlier: two processes that start at the same time only slow each other down.
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
    void process.ended.then(({ signal, isDismissed }) => {
      if (process.pid === undefined) this.#onDeath("could not be started");
      else if (signal !== null && !isDismissed) this.#onDeath(`signal ${signal}`);
      this.#running.delete(process);
      if (this.#ready === process) this.#ready = undefined;
    });
    return process;
  }
}
