import { Worker } from "node:worker_threads";
import type { AudioFormatName } from "./audio-formats.ts";
import type { Answer, Encoder, Question } from "./encoder.ts";

const ENTRY = new URL("./thread.ts", import.meta.url);

/** Encodes audio in a thread of its own, so that encoding never holds up the thread that serves requests. */
export class AudioEncoder implements AsyncDisposable {
  readonly #waiting = new Map<number, PromiseWithResolvers<Uint8Array>>();
  #thread: Worker | undefined;
  #lastId = 0;

  async open(format: AudioFormatName, sampleRate: number): Promise<Encoder> {
    this.#lastId += 1;
    const id = this.#lastId;
    await this.#ask({ type: "open", id, format, sampleRate });
    return {
      push: (samples) => this.#ask({ type: "push", id, samples }),
      end: () => this.#ask({ type: "end", id }),
      close: async () => {
        await this.#ask({ type: "close", id });
      },
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#thread?.terminate();
  }

  #ask(question: Question): Promise<Uint8Array> {
    const answer = Promise.withResolvers<Uint8Array>();
    this.#waiting.set(question.id, answer);
    this.#thread ??= this.#start();
    this.#thread.postMessage(question);
    return answer.promise;
  }

  #start(): Worker {
    const thread = new Worker(ENTRY);
    // An idle thread need not keep this process alive.
    thread.unref();
    thread.on("message", (answer: Answer) => this.#receive(answer));
    let reason = "the encoding thread has ended";
    thread.on("error", (error) => {
      reason = error instanceof Error ? error.message : String(error);
    });
    thread.once("exit", () => this.#ended(thread, reason));
    return thread;
  }

  #receive(answer: Answer): void {
    const waiting = this.#waiting.get(answer.id);
    this.#waiting.delete(answer.id);
    if (answer.failure === undefined) waiting?.resolve(answer.bytes);
    else waiting?.reject(new Error(`encoding failed: ${answer.failure}`));
  }

  #ended(thread: Worker, reason: string): void {
    if (this.#thread === thread) this.#thread = undefined;
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { reject } of waiting) reject(new Error(reason));
  }
}
