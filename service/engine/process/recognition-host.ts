import { setImmediate as nextTurn } from "node:timers/promises";
import type { Recognition, Transcriber } from "../model.ts";
import type { FromModel, ToModel } from "./protocol.ts";

type OpenMessage = Extract<ToModel, { type: "open" }>;

interface HostedRecognition {
  readonly recognition: Recognition;
  /** Audio that has arrived and was not given to the recognition yet. */
  waiting: Float32Array[];
  ended: boolean;
  /** Samples it gets decoded per batch: a file in a hurry does not hold up a live stream. */
  readonly samplesPerBatch: number;
  reportedWords: number;
}

/** Runs the recognitions of one transcriber, all that are ready in one batch. */
export class RecognitionHost {
  readonly #transcriber: Transcriber;
  readonly #send: (message: FromModel) => void;
  readonly #hosted = new Map<number, HostedRecognition>();
  #running = false;

  constructor(transcriber: Transcriber, send: (message: FromModel) => void) {
    this.#transcriber = transcriber;
    this.#send = send;
  }

  open({ id, options, reportSeconds }: Omit<OpenMessage, "type">): void {
    const recognition = this.#transcriber.open(options);
    const samplesPerBatch = Math.ceil(reportSeconds * this.#transcriber.sampleRate);
    const hosted = { recognition, waiting: [], ended: false, samplesPerBatch, reportedWords: 0 };
    this.#hosted.set(id, hosted);
  }

  accept(id: number, samples: Float32Array): void {
    this.#hosted.get(id)?.waiting.push(samples);
    this.#start();
  }

  end(id: number): void {
    const hosted = this.#hosted.get(id);
    if (hosted !== undefined) hosted.ended = true;
    this.#start();
  }

  drop(id: number): void {
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
      // Messages that arrived during the last batch are taken in first: whatever is ready then runs together.
      await nextTurn();
      const batch = [...this.#hosted].filter(
        ([, { waiting, ended }]) => waiting.length > 0 || ended,
      );
      if (batch.length === 0) return;
      await this.#runBatch(new Map(batch));
    }
  }

  async #runBatch(batch: ReadonlyMap<number, HostedRecognition>): Promise<void> {
    const shares = new Map<number, number>();
    for (const [id, hosted] of batch) shares.set(id, this.#feed(hosted) + 1);
    const startedAtMs = performance.now();
    try {
      await this.#transcriber.advance([...batch.values()].map(({ recognition }) => recognition));
    } catch (error) {
      for (const id of batch.keys()) this.#fail(id, error);
      return;
    }
    const seconds = (performance.now() - startedAtMs) / 1000;
    const total = [...shares.values()].reduce((sum, share) => sum + share, 0);
    for (const [id, share] of shares) this.#report(id, (seconds * share) / total);
  }

  /** Gives a recognition its next stretch of audio; returns the number of samples. */
  #feed(hosted: HostedRecognition): number {
    let room = hosted.samplesPerBatch;
    while (room > 0) {
      const samples = hosted.waiting.shift();
      if (samples === undefined) break;
      if (samples.length > room) hosted.waiting.unshift(samples.subarray(room));
      hosted.recognition.accept(samples.subarray(0, room));
      room -= Math.min(samples.length, room);
    }
    if (hosted.ended && hosted.waiting.length === 0) hosted.recognition.end();
    return hosted.samplesPerBatch - room;
  }

  #report(id: number, computeSeconds: number): void {
    const hosted = this.#hosted.get(id);
    // Dropped while the batch ran.
    if (hosted === undefined) return;
    const finished = hosted.ended && hosted.waiting.length === 0;
    const { words, settledWords, decodedSeconds } = hosted.recognition;
    const settledUpTo = finished ? words.length : settledWords;
    const progress = {
      settled: words.slice(hosted.reportedWords, settledUpTo),
      tentative: words.slice(settledUpTo),
      decodedSeconds,
      finished,
    };
    hosted.reportedWords = settledUpTo;
    if (finished) this.#hosted.delete(id);
    this.#send({ type: "progress", id, progress, computeSeconds });
  }

  #fail(id: number, error: unknown): void {
    if (!this.#hosted.delete(id)) return;
    const message = error instanceof Error ? error.message : String(error);
    this.#send({ type: "failed", id, message });
  }
}
