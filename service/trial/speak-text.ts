import { Fault } from "#runtime/fault.ts";
import { LIMITS } from "../contract/limits.ts";
import { NEUTRAL_MANNER } from "../engine/model/model.ts";
import { synthesizeRemotely } from "../engine/pool/remote-synthesis.ts";
import { normalize } from "../speech/normalize/normalize.ts";
import type { RunningModel } from "./running-model.ts";

/** Speech that a model made of a text. */
export interface SpokenText {
  readonly voice: string;
  /** Mono, in [-1, 1], at the model's sample rate. */
  readonly samples: readonly Float32Array[];
  readonly audioSeconds: number;
  /** Seconds from the request to the first samples. */
  readonly firstAudioSeconds: number;
}

/** Speaks a text as it is written with the first voice of a model; rejects with Fault or EngineError. */
export async function speakText(
  { pool }: Pick<RunningModel, "pool">,
  written: string,
): Promise<SpokenText> {
  if (written.length > LIMITS.inputCharacters) {
    throw new Fault(`the text has ${written.length} characters; at most ${LIMITS.inputCharacters}`);
  }
  const text = normalize(written).join(" ");
  if (text === "") throw new Fault("the text has nothing that can be spoken");
  const voice = pool.voices[0]?.name ?? "";
  const { signal } = new AbortController();
  const startedAtMs = performance.now();
  using slot = await pool.admit({ urgency: "short", units: text.length }, signal);
  const speaker = { kind: "built-in", name: voice } as const;
  const request = { text, speaker, manner: NEUTRAL_MANNER, speed: 1 };
  const samples: Float32Array[] = [];
  let firstAudioSeconds = 0;
  let count = 0;
  for await (const piece of synthesizeRemotely(slot, request, signal)) {
    if (count === 0) firstAudioSeconds = (performance.now() - startedAtMs) / 1000;
    samples.push(piece);
    count += piece.length;
  }
  return { voice, samples, audioSeconds: count / pool.sampleRate, firstAudioSeconds };
}
