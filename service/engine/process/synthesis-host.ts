import { setImmediate as nextTurn } from "node:timers/promises";
import type { SpokenWord, SynthesisRequest, Synthesizer } from "../model/model.ts";
import type { FromModel } from "./protocol.ts";

interface HostedSynthesis {
  readonly pieces: AsyncIterator<Float32Array>;
  /** Words that were reported since the last piece. */
  readonly words: SpokenWord[];
  /** Number of pieces that the other side has room for. */
  room: number;
  computeSeconds: number;
  hasBegun: boolean;
}

/**
 * Runs the syntheses of one synthesizer in turns, one piece each, never beyond what the reader has room for. Those without
 * a piece yet go first: new speech waits for one piece of another at most, however many are running.
 */
export class SynthesisHost {
  readonly #synthesizer: Synthesizer;
  readonly #send: (message: FromModel) => void;
  /** Ordered by their last turn, the longest ago first. */
  readonly #hosted = new Map<number, HostedSynthesis>();
  #running = false;
  #stepBeganAtMs: number | undefined;

  constructor(synthesizer: Synthesizer, send: (message: FromModel) => void) {
    this.#synthesizer = synthesizer;
    this.#send = send;
  }

  synthesize(id: number, request: SynthesisRequest, room: number): void {
    const words: SpokenWord[] = [];
    const spoken = request.withTimes === true ? (word: SpokenWord) => words.push(word) : undefined;
    const pieces = this.#synthesizer.synthesize(request, spoken)[Symbol.asyncIterator]();
    this.#hosted.set(id, { pieces, words, room, computeSeconds: 0, hasBegun: false });
    this.#start();
  }

  pull(id: number, pieces: number): void {
    const hosted = this.#hosted.get(id);
    if (hosted !== undefined) hosted.room += pieces;
    this.#start();
  }

  /** Places a recorded speaker; the answer is sent even when nobody waits for it any more. */
  place(id: number, samples: Float32Array): void {
    const { voiceSpace } = this.#synthesizer;
    const placing = voiceSpace?.place(samples) ?? Promise.reject(new Error("has no voice space"));
    placing.then(
      (point) => this.#send({ type: "placed", id, point }),
      (error: unknown) => this.#send({ type: "failed", id, message: messageOf(error) }),
    );
  }

  /** Milliseconds since the current step of the model began; 0 between steps. */
  get stepMs(): number {
    return this.#stepBeganAtMs === undefined ? 0 : performance.now() - this.#stepBeganAtMs;
  }

  drop(id: number): void {
    const hosted = this.#hosted.get(id);
    this.#hosted.delete(id);
    void hosted?.pieces.return?.().catch(() => undefined);
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
      await nextTurn();
      const ready = [...this.#hosted].filter(([, { room }]) => room > 0);
      const next = ready.find(([, { hasBegun }]) => !hasBegun) ?? ready[0];
      if (next === undefined) return;
      this.#stepBeganAtMs = performance.now();
      await this.#step(...next);
      this.#stepBeganAtMs = undefined;
    }
  }

  async #step(id: number, hosted: HostedSynthesis): Promise<void> {
    this.#hosted.delete(id);
    this.#hosted.set(id, hosted);
    hosted.hasBegun = true;
    const startedAtMs = performance.now();
    try {
      const { value, done } = await hosted.pieces.next();
      hosted.computeSeconds += (performance.now() - startedAtMs) / 1000;
      if (!this.#hosted.has(id)) return;
      if (done === true) {
        this.#hosted.delete(id);
        this.#send({ type: "spoken", id, computeSeconds: hosted.computeSeconds });
      } else {
        hosted.room -= 1;
        const words = hosted.words.splice(0);
        this.#send({ type: "piece", id, samples: value, ...(words.length > 0 && { words }) });
      }
    } catch (error) {
      if (!this.#hosted.delete(id)) return;
      this.#send({ type: "failed", id, message: messageOf(error) });
    }
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
