import { EngineError, modelLoading } from "./engine-error.ts";
import type { SynthesisRequest } from "./model.ts";
import type { Slot } from "./pool.ts";
import type { JobMessage } from "./process/model-process.ts";

/** Pieces that are made ahead of a reader. */
const PIECES_AHEAD = 4;

/**
 * Yields the samples of a text, mono in [-1, 1] at the model's rate, made no further ahead than the reader reads.
 *
 * Throws EngineError (model_loading when the process ends, engine_error when the model fails), or the signal's reason.
 */
export async function* synthesizeRemotely(
  slot: Slot,
  request: SynthesisRequest,
  signal: AbortSignal,
): AsyncGenerator<Float32Array> {
  signal.throwIfAborted();
  const arrived: JobMessage[] = [];
  let wake = () => {};
  const { process } = slot;
  const id = process.openJob((message) => {
    arrived.push(message);
    wake();
  });
  const onAbort = () => wake();
  signal.addEventListener("abort", onAbort);
  process.send({ type: "synthesize", id, request, pieces: PIECES_AHEAD });
  try {
    for (;;) {
      signal.throwIfAborted();
      const message = arrived.shift();
      if (message === undefined) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
        continue;
      }
      if (message.type === "spoken") {
        slot.computed(request.text.length, message.computeSeconds);
        return;
      }
      yield samplesOf(message, slot.modelId);
      process.send({ type: "pull", id, pieces: 1 });
    }
  } finally {
    signal.removeEventListener("abort", onAbort);
    process.closeJob(id);
  }
}

function samplesOf(message: JobMessage, modelId: string): Float32Array {
  if (message.type === "piece") return message.samples;
  if (message.type === "gone") throw modelLoading(modelId);
  if (message.type === "failed") throw new EngineError("engine_error", message.message);
  throw new Error(`a synthesis was sent ${message.type}`);
}
