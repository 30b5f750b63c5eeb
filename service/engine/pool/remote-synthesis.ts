import { EngineError, modelLoading } from "../admission/engine-error.ts";
import type { SpokenWord, SynthesisRequest, VoicePoint } from "../model/model.ts";
import type { Slot } from "./pool.ts";
import type { JobMessage } from "../process/model-process.ts";

const PIECES_AHEAD = 4;

/**
 * Yields the samples of a text, mono in [-1, 1] at the sample rate of the model, generated at most `PIECES_AHEAD` pieces
 * ahead of the reader; `spoken` receives the times of words before their samples, if the model knows them. Throws
 * EngineError (model_loading when the process ends, engine_error when the model fails) or the signal's reason.
 */
export async function* synthesizeRemotely(
  slot: Slot,
  requested: Omit<SynthesisRequest, "withTimes">,
  signal: AbortSignal,
  spoken?: (words: readonly SpokenWord[]) => void,
): AsyncGenerator<Float32Array> {
  const request = { ...requested, ...(spoken !== undefined && { withTimes: true }) };
  signal.throwIfAborted();
  const arrived: JobMessage[] = [];
  let samples = 0;
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
        slot.computed(request.text.length, message.computeSeconds, samples / slot.sampleRate);
        return;
      }
      const piece = samplesOf(message, slot.modelId);
      if (message.type === "piece" && message.words !== undefined) spoken?.(message.words);
      samples += piece.length;
      yield piece;
      process.send({ type: "pull", id, pieces: 1 });
    }
  } finally {
    signal.removeEventListener("abort", onAbort);
    process.closeJob(id);
  }
}

/**
 * Returns the point of a recorded speaker, mono at `voiceSpaceRate`, in the voice space of the model; undefined when
 * nobody is heard. Rejects with the same errors as `synthesizeRemotely`.
 */
export async function placeVoice(
  slot: Slot,
  samples: Float32Array,
  signal: AbortSignal,
): Promise<VoicePoint | undefined> {
  signal.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<JobMessage>();
  const { process } = slot;
  const id = process.openJob(resolve);
  const onAbort = () => reject(signal.reason);
  signal.addEventListener("abort", onAbort, { once: true });
  process.send({ type: "place", id, samples });
  try {
    const message = await promise;
    if (message.type === "placed") return message.point;
    throw unexpected(message, slot.modelId);
  } finally {
    signal.removeEventListener("abort", onAbort);
    process.closeJob(id);
  }
}

function samplesOf(message: JobMessage, modelId: string): Float32Array {
  if (message.type === "piece") return message.samples;
  throw unexpected(message, modelId);
}

function unexpected(message: JobMessage, modelId: string): Error {
  if (message.type === "gone") return modelLoading(modelId);
  if (message.type === "failed") return new EngineError("engine_error", message.message);
  return new Error(`the model ${modelId} answered with ${message.type}`);
}
