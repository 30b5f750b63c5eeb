import { resampled } from "../../engine/audio/resampler.ts";
import type { ModelPool } from "../../engine/pool/pool.ts";
import { openRecognition, REPORT_SECONDS } from "../../engine/pool/remote-recognition.ts";

/**
 * Returns whether a transcription model recognises a word in mono samples in [-1, 1]: it does in speech of any language, but
 * not in tones, music and noise. Rejects with EngineError or the signal's reason.
 */
export async function hasWords(
  samples: Float32Array,
  sampleRate: number,
  { model, isAnonymous }: { readonly model: ModelPool; readonly isAnonymous: boolean },
  signal: AbortSignal,
): Promise<boolean> {
  const work = { urgency: "short", units: samples.length / sampleRate, isAnonymous } as const;
  using slot = await model.admit(work, signal);
  const { promise, resolve, reject } = Promise.withResolvers<boolean>();
  const onAbort = () => reject(signal.reason);
  signal.addEventListener("abort", onAbort, { once: true });
  const options = { preferred: [], reportSeconds: REPORT_SECONDS.file };
  using recognition = openRecognition(slot, options, {
    progress({ settled, finished }) {
      if (settled.length > 0) resolve(true);
      else if (finished) resolve(false);
    },
    failed: reject,
  });
  try {
    recognition.accept(resampled(samples, sampleRate, model.sampleRate));
    recognition.end();
    return await promise;
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}
