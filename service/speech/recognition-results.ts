import type { EngineError } from "../engine/pool/engine-error.ts";
import type { RecognisedWord } from "../engine/model/model.ts";
import type { Progress } from "../engine/process/protocol.ts";
import type { RecognitionEvents } from "../engine/pool/remote-recognition.ts";

/** Collects the results that a recognition reports until they are taken. */
export class RecognitionResults implements RecognitionEvents {
  decodedSeconds = 0;
  finished = false;
  #settled: RecognisedWord[] = [];
  #failure: EngineError | undefined;
  #wake = () => {};

  progress(progress: Progress): void {
    this.#settled.push(...progress.settled);
    this.decodedSeconds = progress.decodedSeconds;
    this.finished = progress.finished;
    this.#wake();
  }

  failed(error: EngineError): void {
    this.#failure = error;
    this.#wake();
  }

  takeSettled(): readonly RecognisedWord[] {
    const settled = this.#settled;
    this.#settled = [];
    return settled;
  }

  /** Waits until a condition on the results holds; rejects with the recognition's failure or the signal's reason. */
  async until(holds: () => boolean, signal: AbortSignal): Promise<void> {
    const onAbort = () => this.#wake();
    signal.addEventListener("abort", onAbort);
    try {
      for (;;) {
        signal.throwIfAborted();
        if (this.#failure !== undefined) throw this.#failure;
        if (holds()) return;
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
      }
    } finally {
      signal.removeEventListener("abort", onAbort);
    }
  }
}
