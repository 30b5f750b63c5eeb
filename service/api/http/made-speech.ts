import type { FastifyReply } from "fastify";
import { EngineError } from "../../engine/admission/engine-error.ts";
import type { SpokenWord } from "../../engine/model/model.ts";
import type { ModelPool } from "../../engine/pool/pool.ts";
import type { Allowance } from "../../access/quota/allowance.ts";
import { encodeSpeech, type BegunSpeech } from "../../speech/encode-speech.ts";
import type { PronouncedText } from "../../speech/pronunciations/speakable-text.ts";
import { speak, speakableRequest, type SpeechSources } from "../../speech/speak.ts";
import type { SpeechRequest } from "../../speech/speech-request.ts";
import type { ApiServices } from "./services.ts";

const STALLED_READER_MS = 60_000;

/** Speech to synthesize for a request. */
interface RequestedSpeech {
  readonly speech: SpeechRequest;
  readonly model: ModelPool;
  readonly sources: SpeechSources;
  readonly allowance: Allowance;
  /** Time of the request by `performance.now()`. */
  readonly startedAtMs: number;
  /** Receives the times of the spoken words, if the model reports them. */
  readonly spoken?: ((words: readonly SpokenWord[]) => void) | undefined;
}

/** Speech whose synthesis has begun, and which the client is charged for. */
export interface MadeSpeech {
  /** The words that are spoken. */
  readonly said: PronouncedText;
  /** Number of code points that the client is charged for. */
  readonly characters: number;
  /** Returns the duration of the audio in seconds; 0 until all of it is made. */
  seconds(): number;
  /** The audio in the format of the request, made ahead of its reader. */
  readonly bytes: AsyncGenerator<Uint8Array, void, undefined>;
}

/**
 * Starts the speech of a request and waits for its first piece, so that refusals become HTTP statuses; a later failure breaks
 * the connection. Rejects like `speakableRequest` and `speak`, and with QuotaExceeded.
 */
export async function makeSpeech(
  { speech, model, sources, allowance, startedAtMs, spoken }: RequestedSpeech,
  reply: FastifyReply,
  { engine, metrics, spool }: Pick<ApiServices, "engine" | "metrics" | "spool">,
  signal: AbortSignal,
): Promise<MadeSpeech> {
  const said = await speakableRequest(speech, sources);
  const characters = speech.characters + said.addedCharacters;
  await allowance.cover(characters);
  const begun = await begin(speak(said, speech, model, sources, signal, spoken), model, signal);
  const firstAudioSeconds = (performance.now() - startedAtMs) / 1000;
  metrics.firstAudioSeconds.observe({ model: model.id }, firstAudioSeconds);
  // From here on the client is charged, whether or not it stays to the end.
  allowance.use(characters);
  // A stalled reader would keep its buffered audio forever.
  reply.raw.setTimeout(STALLED_READER_MS, () => reply.raw.destroy());
  let seconds = 0;
  const made = encodeSpeech(begun, speech.output, engine.encoder, (audioSeconds) => {
    seconds = audioSeconds;
    metrics.audio("speech", audioSeconds);
  });
  return { said, characters, seconds: () => seconds, bytes: spool.ahead(made) };
}

/** Waits for the first piece, so that a failure can still be sent as status 502 or 503. */
async function begin(
  rest: AsyncGenerator<Float32Array>,
  model: ModelPool,
  signal: AbortSignal,
): Promise<BegunSpeech> {
  const first = await rest.next();
  if (first.done === true) throw new EngineError("engine_error", "the model made no audio");
  // A response that is never read does not end the generator by itself.
  signal.addEventListener("abort", () => void rest.return(undefined), { once: true });
  return { first: first.value, rest, sampleRate: model.sampleRate };
}
