import { setImmediate as nextTurn } from "node:timers/promises";
import type { Recognition, Transcriber } from "../model.ts";
import { planBatch, type OpenRecognition } from "./batch-plan.ts";
import type { FromModel, ToModel } from "./protocol.ts";
import { fromWire } from "./wire-samples.ts";

type OpenMessage = Extract<ToModel, { type: "open" }>;

interface HostedRecognition {
  readonly recognition: Recognition;
  /** Audio that has arrived and was not given to the recognition yet. */
  readonly waiting: Int16Array[];
  waitingSamples: number;
  hasEnded: boolean;
  readonly reportSeconds: number;
  reportedWords: number;
}

/** What a recognition gets decoded in a batch, in samples. */
interface Share {
  readonly id: number;
  readonly hosted: HostedRecognition;
  readonly samples: number;
}

/** Runs the recognitions of one transcriber, all that are ready in one batch. */
export class RecognitionHost {
  readonly #transcriber: Transcriber;
  readonly #send: (message: FromModel) => void;
  readonly #hosted = new Map<number, HostedRecognition>();
  #running = false;
  #room = new Float32Array(0);

  constructor(transcriber: Transcriber, send: (message: FromModel) => void) {
    this.#transcriber = transcriber;
    this.#send = send;
  }

  open({ id, options, reportSeconds }: Omit<OpenMessage, "type">): void {
    const recognition = this.#transcriber.open(options);
    const nothing = { waiting: [], waitingSamples: 0, hasEnded: false, reportedWords: 0 };
    this.#hosted.set(id, { recognition, reportSeconds, ...nothing });
  }

  accept(id: number, samples: Int16Array): void {
    const hosted = this.#hosted.get(id);
    if (hosted === undefined) return;
    hosted.waiting.push(samples);
    hosted.waitingSamples += samples.length;
    this.#start();
  }

  end(id: number): void {
    const hosted = this.#hosted.get(id);
    if (hosted !== undefined) hosted.hasEnded = true;
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
      const batch = this.#nextBatch();
      if (batch.length === 0) return;
      await this.#runBatch(batch);
    }
  }

  #nextBatch(): readonly Share[] {
    const { sampleRate } = this.#transcriber;
    const hosted = [...this.#hosted];
    const seconds = planBatch(
      hosted.map(([, { waitingSamples, hasEnded, reportSeconds }]): OpenRecognition => {
        return { waitingSeconds: waitingSamples / sampleRate, hasEnded, reportSeconds };
      }),
    );
    return hosted
      .map(([id, one], at) => ({ id, hosted: one, samples: Math.ceil(seconds[at]! * sampleRate) }))
      .filter(({ samples }) => samples > 0);
  }

  async #runBatch(batch: readonly Share[]): Promise<void> {
    const fed = batch.map(({ hosted, samples }) => this.#feed(hosted, samples) + 1);
    const startedAtMs = performance.now();
    try {
      await this.#transcriber.advance(batch.map(({ hosted }) => hosted.recognition));
    } catch (error) {
      for (const { id } of batch) this.#fail(id, error);
      return;
    }
    const seconds = (performance.now() - startedAtMs) / 1000;
    const total = fed.reduce((sum, samples) => sum + samples, 0);
    for (const [at, { id }] of batch.entries()) this.#report(id, (seconds * fed[at]!) / total);
  }

  /** Gives a recognition its next audio, `most` samples of it; returns how many there were. */
  #feed(hosted: HostedRecognition, most: number): number {
    const { recognition, waiting } = hosted;
    let room = most;
    while (room > 0) {
      const samples = waiting.shift();
      if (samples === undefined) break;
      if (samples.length > room) waiting.unshift(samples.subarray(room));
      recognition.accept(this.#floats(samples.subarray(0, room)));
      room -= Math.min(samples.length, room);
    }
    hosted.waitingSamples -= most - room;
    if (hosted.hasEnded && hosted.waitingSamples === 0) recognition.end();
    return most - room;
  }

  #floats(samples: Int16Array): Float32Array {
    if (samples.length > this.#room.length) this.#room = new Float32Array(samples.length);
    return fromWire(samples, this.#room);
  }

  #report(id: number, computeSeconds: number): void {
    const hosted = this.#hosted.get(id);
    // Dropped while the batch ran.
    if (hosted === undefined) return;
    const finished = hosted.hasEnded && hosted.waitingSamples === 0;
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
