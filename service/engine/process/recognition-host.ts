import { setImmediate as nextTurn } from "node:timers/promises";
import type { Recognition, Share, Transcriber } from "../model/model.ts";
import { planBatch } from "./batch-plan.ts";
import type { FromModel, Progress, ToModel } from "./protocol.ts";
import { fromWire } from "./audio-pipe.ts";

type OpenMessage = Extract<ToModel, { type: "open" }>;

interface HostedRecognition {
  readonly recognition: Recognition;
  /** Audio that has arrived and was not decoded yet. */
  waitingSeconds: number;
  hasEnded: boolean;
  readonly reportSeconds: number;
  reportedWords: number;
}

interface HostedShare extends Required<Share> {
  readonly id: number;
  readonly seconds: number;
  /** Intermediate progress, sent after the batch. */
  readonly heard: Progress[];
}

/** Runs the recognitions of one transcriber, all that are ready in one batch. */
export class RecognitionHost {
  readonly #transcriber: Transcriber;
  readonly #send: (message: FromModel) => void;
  readonly #hosted = new Map<number, HostedRecognition>();
  #running = false;
  #stepBeganAtMs: number | undefined;
  #room = new Float32Array(0);

  constructor(transcriber: Transcriber, send: (message: FromModel) => void) {
    this.#transcriber = transcriber;
    this.#send = send;
  }

  open({ id, options, reportSeconds }: Omit<OpenMessage, "type">): void {
    const recognition = this.#transcriber.open(options);
    const nothing = { waitingSeconds: 0, hasEnded: false, reportedWords: 0 };
    this.#hosted.set(id, { recognition, reportSeconds, ...nothing });
  }

  accept(id: number, samples: Int16Array): void {
    const hosted = this.#hosted.get(id);
    if (hosted === undefined) return;
    hosted.recognition.accept(this.#floats(samples));
    hosted.waitingSeconds += samples.length / this.#transcriber.sampleRate;
    this.#start();
  }

  end(id: number): void {
    const hosted = this.#hosted.get(id);
    if (hosted === undefined) return;
    hosted.recognition.end();
    hosted.hasEnded = true;
    this.#start();
  }

  /** Milliseconds since the current step of the model began; 0 between steps. */
  get stepMs(): number {
    return this.#stepBeganAtMs === undefined ? 0 : performance.now() - this.#stepBeganAtMs;
  }

  drop(id: number): void {
    this.#hosted.get(id)?.recognition.close?.();
    this.#hosted.delete(id);
  }

  #start(): void {
    if (this.#running) return;
    this.#running = true;
    void this.#run().finally(() => {
      this.#running = false;
    });
  }

  async #run(): Promise<void> {
    for (;;) {
      // Messages that arrived during the last batch are handled first: all recognitions that are ready then run together.
      await nextTurn();
      const batch = this.#nextBatch();
      if (batch.length === 0) return;
      this.#stepBeganAtMs = performance.now();
      await this.#runBatch(batch);
      this.#stepBeganAtMs = undefined;
    }
  }

  #nextBatch(): readonly HostedShare[] {
    const hosted = [...this.#hosted];
    const planned = planBatch(hosted.map(([, recognition]) => recognition));
    return hosted
      .map(([id, { recognition, waitingSeconds, hasEnded, reportSeconds }], at) => {
        const isLast = hasEnded && planned[at]! >= waitingSeconds;
        const seconds = Math.min(planned[at]!, waitingSeconds);
        const heard: Progress[] = [];
        const onTheWay = {
          everySeconds: reportSeconds,
          heard: () => {
            if (this.#hosted.has(id)) heard.push(this.#progress(id, false));
          },
        };
        const maxSeconds = isLast ? Infinity : seconds;
        return { id, recognition, seconds, maxSeconds, heard, onTheWay };
      })
      .filter(({ maxSeconds }) => maxSeconds > 0);
  }

  async #runBatch(batch: readonly HostedShare[]): Promise<void> {
    for (const { id, seconds } of batch) this.#hosted.get(id)!.waitingSeconds -= seconds;
    const startedAtMs = performance.now();
    try {
      await this.#transcriber.advance(batch);
    } catch (error) {
      for (const { id } of batch) this.#fail(id, error);
      return;
    }
    const computeSeconds = (performance.now() - startedAtMs) / 1000;
    const total = batch.reduce((sum, { seconds }) => sum + seconds, 0);
    for (const { id, seconds, maxSeconds, heard } of batch) {
      // Dropped while the batch ran.
      if (!this.#hosted.has(id)) continue;
      heard.push(this.#progress(id, maxSeconds === Infinity));
      const part = total === 0 ? 1 / batch.length : seconds / total;
      this.#report(id, heard, computeSeconds * part);
    }
  }

  #floats(samples: Int16Array): Float32Array {
    if (samples.length > this.#room.length) this.#room = new Float32Array(samples.length);
    return fromWire(samples, this.#room);
  }

  /** Returns the progress since the last report. */
  #progress(id: number, finished: boolean): Progress {
    const hosted = this.#hosted.get(id)!;
    const { words, settledWords, nextWordFrom, decodedSeconds } = hosted.recognition;
    const settledUpTo = finished ? words.length : settledWords;
    const settled = words.slice(hosted.reportedWords, settledUpTo);
    hosted.reportedWords = settledUpTo;
    const tentative = words.slice(settledUpTo);
    const heard = { settled, tentative, nextWordFrom, decodedSeconds, finished };
    if (!finished) return heard;
    const { speakers, isTurkish } = hosted.recognition;
    return {
      ...heard,
      ...(speakers !== undefined && { speakers }),
      ...(isTurkish !== undefined && { isTurkish }),
    };
  }

  #report(id: number, heard: readonly Progress[], computeSeconds: number): void {
    for (const progress of heard) {
      this.#send({ type: "progress", id, progress, computeSeconds: computeSeconds / heard.length });
    }
    if (heard.at(-1)?.finished === true) this.drop(id);
  }

  #fail(id: number, error: unknown): void {
    if (!this.#hosted.has(id)) return;
    this.drop(id);
    const message = error instanceof Error ? error.message : String(error);
    this.#send({ type: "failed", id, message });
  }
}
