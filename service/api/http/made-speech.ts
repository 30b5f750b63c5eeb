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

/** What is to be spoken for a request. */
interface AskedSpeech {
  readonly speech: SpeechRequest;
  readonly model: ModelPool;
  readonly sources: SpeechSources;
  readonly allowance: Allowance;
  /** When the request came, by the process's own clock. */
  readonly startedAtMs: number;
  /** Hears when each word of what is spoken is, where the model can tell. */
  readonly spoken?: ((words: readonly SpokenWord[]) => void) | undefined;
}

/** Speech that has begun, which the client is charged for. */
export interface MadeSpeech {
  /** The words that are spoken. */
  readonly said: PronouncedText;
  /** Code points that were counted. */
  readonly characters: number;
  /** Seconds of audio; 0 until it is made to its end. */
  seconds(): number;
  /** The audio in the format of the request, made ahead of its reader. */
  readonly bytes: AsyncGenerator<Uint8Array, void, undefined>;
}

/**
 * Speaks what a request asks for, as far as its first piece, so that refusals are statuses; what fails later breaks the
 * connection. Rejects as `speakableRequest` and `speak` do, and with QuotaExceeded.
 */
export async function makeSpeech(
  { speech, model, sources, allowance, startedAtMs, spoken }: AskedSpeech,
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
  // From here on the client gets what it asked for, whether or not it stays to the end.
  allowance.use(characters);
  // A reader that stands still would keep what waits for it for ever.
  reply.raw.setTimeout(STALLED_READER_MS, () => reply.raw.destroy());
  let seconds = 0;
  const made = encodeSpeech(begun, speech.output, engine.encoder, (audioSeconds) => {
    seconds = audioSeconds;
    metrics.audio("speech", audioSeconds);
  });
  return { said, characters, seconds: () => seconds, bytes: spool.ahead(made) };
}

/** Waits for the first piece, so that 502 and 503 are statuses. */
async function begin(
  rest: AsyncGenerator<Float32Array>,
  model: ModelPool,
  signal: AbortSignal,
): Promise<BegunSpeech> {
  const first = await rest.next();
  if (first.done === true) throw new EngineError("engine_error", "the model made no audio");
  // An answer that is never read ends nothing by itself.
  signal.addEventListener("abort", () => void rest.return(undefined), { once: true });
  return { first: first.value, rest, sampleRate: model.sampleRate };
}
