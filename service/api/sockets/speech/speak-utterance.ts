import type { Allowance } from "../../../access/quota/allowance.ts";
import type { AudioEncoder } from "../../../engine/audio/encoding/audio-encoder.ts";
import { encodeSpeech } from "../../../speech/encode-speech.ts";
import { codePoints } from "#schema-reader/code-points.ts";
import { withoutMarkup } from "../../../speech/normalize/markup.ts";
import { pronouncedRequest, speak, type SpeechSources } from "../../../speech/speak.ts";
import type { SpokenWord } from "../../../engine/model/model.ts";
import type { SpeechRequest } from "../../../speech/speech-request.ts";
import { asksTimes, spokenTimes } from "../../../speech/speech-times.ts";
import { speechRequestOf, type SpeechConfig } from "./speech-config.ts";
import type { Utterance } from "./utterance.ts";

export interface UtteranceServices {
  readonly sources: SpeechSources;
  readonly encoder: AudioEncoder;
  readonly allowance: Pick<Allowance, "cover">;
}

/** Receives the progress of an utterance. */
export interface UtteranceProgress {
  /** Code points that were spoken before the utterance. */
  readonly charactersBefore: number;
  /** Called when a text begins to be spoken, or is skipped because it has nothing to speak. */
  begun(characters: number): void;
  /** Called with the code points of the sent text that were spoken, or skipped next to spoken text. */
  spoken(characters: number): void;
  audio(seconds: number): void;
  /** Called when a text was spoken, with the times that the config asks for. */
  timed(times: ReturnType<typeof spokenTimes>): void;
  /** Called when a text had markup, which is not spoken. */
  hadMarkup(): void;
}

/**
 * Yields an utterance as one file of its audio format, piece by piece as its texts arrive; nothing if nothing in them can be
 * spoken.
 *
 * Throws ApiError, QuotaExceeded, StoreUnavailable or EngineError, or the reason of the utterance's signal.
 */
export async function* speakUtterance(
  utterance: Utterance,
  config: SpeechConfig,
  services: UtteranceServices,
  progress: UtteranceProgress,
): AsyncGenerator<Uint8Array> {
  const rest = samplesOf(utterance, config, services, progress);
  const first = await rest.next();
  if (first.done === true) return;
  const { sampleRate } = config.model;
  const begun = { first: first.value, rest, sampleRate };
  yield* encodeSpeech(begun, config.output, services.encoder, () => undefined);
}

async function* samplesOf(
  utterance: Utterance,
  config: SpeechConfig,
  { sources, allowance }: UtteranceServices,
  progress: UtteranceProgress,
): AsyncGenerator<Float32Array> {
  let first: SpeechRequest | undefined;
  let counted = progress.charactersBefore;
  // Text that cannot be spoken is counted with the speech around it, as in a text that arrives at once.
  let uncounted = 0;
  let seconds = 0;
  const { times } = config.output;
  const count = () => {
    progress.spoken(uncounted);
    counted += uncounted;
    uncounted = 0;
  };
  for await (const { text, characters } of utterance.texts()) {
    progress.begun(characters);
    if (text.trim() === "") {
      uncounted += codePoints(text);
      continue;
    }
    const request: SpeechRequest =
      first === undefined ? speechRequestOf(text, config) : furtherRequestOf(text, first);
    if (request.hadMarkup) progress.hadMarkup();
    uncounted += request.characters;
    if (request.script === undefined && request.characters === 0) continue;
    first ??= request;
    const said = await pronouncedRequest(request, sources);
    if (said.text === "") continue;
    uncounted += said.addedCharacters;
    await allowance.cover(counted + uncounted);
    let isFirstPiece = true;
    const before = seconds;
    const words: SpokenWord[] = [];
    const spoken = asksTimes(times)
      ? (some: readonly SpokenWord[]) => void words.push(...some)
      : undefined;
    const pieces = speak(said, request, config.model, sources, utterance.signal, spoken);
    for await (const piece of pieces) {
      if (isFirstPiece) count();
      isFirstPiece = false;
      seconds += piece.length / config.model.sampleRate;
      progress.audio(piece.length / config.model.sampleRate);
      yield piece;
    }
    if (asksTimes(times))
      progress.timed(spokenTimes(request.text, said.text, words, times, before));
  }
  if (uncounted === 0 || counted === progress.charactersBefore) return;
  await allowance.cover(counted + uncounted);
  count();
}

/** Returns the request for a text that follows another one; a document is never followed by a text. */
function furtherRequestOf(input: string, first: SpeechRequest): SpeechRequest {
  const { text, hadMarkup } = withoutMarkup(input);
  return { ...first, text, hadMarkup, characters: codePoints(text) };
}
