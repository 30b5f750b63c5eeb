import { UNCOUNTED } from "#service/access/quota/allowance.ts";
import type { Recording } from "#service/engine/audio/decoding/open-audio.ts";
import { NO_PROMPT } from "#service/speech/prompt.ts";
import { transcribeSentences, wholeTranscript } from "#service/speech/transcribe.ts";
import type { SpeechService } from "../../support/service/speech-service.ts";

/** Has a recording heard by a model of a service, without a request. */
export async function hearRecording(
  { engine }: Pick<SpeechService, "engine">,
  recording: Recording,
  model = engine.defaultOf("transcription"),
): Promise<void> {
  if (model === undefined) throw new Error("there is no model that transcribes");
  const transcription = {
    model,
    recording,
    decoder: engine.decoder,
    prompt: NO_PROMPT,
    allowance: UNCOUNTED,
    isAnonymous: false,
  };
  await wholeTranscript(transcribeSentences(transcription, new AbortController().signal));
}
