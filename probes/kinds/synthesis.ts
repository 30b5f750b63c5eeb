import { Type } from "typebox";
import { CheckFailure } from "../check/report.ts";
import { httpAddress } from "../network/web-address.ts";
import { audioFault } from "../speech/audio-quality.ts";
import { measurePace, PACE_MEASURES } from "../speech/pace.ts";
import { sentenceToSpeak } from "../speech/sentence.ts";
import { synthesize } from "../speech/speech-requests.ts";
import {
  transcribeBack,
  TRANSCRIBE_BACK_MEASURES,
  transcribeBackOptions,
} from "../speech/transcribe-back.ts";
import { defineKind } from "./kind.ts";

/** Has a new sentence spoken; its audio has to be free of faults, and the file endpoint has to understand it. */
export const synthesis = defineKind({
  description: "Synthesizes a changing Turkish sentence and examines the audio.",
  keepsRuns: true,
  options: {
    url: httpAddress("The synthesis endpoint."),
    model: Type.String({ minLength: 1 }),
    voice: Type.String({ minLength: 1 }),
    sample_rate_hz: Type.Integer({ minimum: 8000, description: "The model's sample rate." }),
    heard_by: Type.Optional(transcribeBackOptions),
  },
  clips: ["/heard_by"],
  limits: {
    "/heard_by/max_word_error_ratio": { measure: "heard_word_error_ratio", unit: "words" },
    "/heard_by/max_character_error_ratio": {
      measure: "heard_character_error_ratio",
      unit: "characters",
    },
  },
  measures: {
    first_audio_seconds: "From request to first audio, last run.",
    ...PACE_MEASURES,
    ...TRANSCRIBE_BACK_MEASURES,
  },
  async run({ url, model, voice, sample_rate_hz, heard_by }, context) {
    const input = sentenceToSpeak(context);
    const request = { url, model, voice, input, credential: context.apiKey };
    const { file, audio, answer } = await synthesize(request, context);
    const { phases, what } = answer;
    const measures = {
      ...measurePace(phases, audio.samples.length / audio.sampleRateHz),
      first_audio_seconds: (phases.first_byte ?? 0) / 1000,
    };
    const texts = { asked: input };
    const fault = audioFault(audio, input, sample_rate_hz);
    if (fault !== null) {
      const found = { phases, measures, texts };
      throw new CheckFailure(fault.reason, `${what}: ${fault.message}`, found);
    }
    if (heard_by === undefined) return { result: "ok", phases, measures, texts };

    const spokenAtMs = performance.now();
    const heard = await transcribeBack(file, input, heard_by, context);
    const found = {
      phases,
      measures: { ...measures, ...heard.measures },
      texts: heard.texts,
      elsewhereMs: performance.now() - spokenAtMs,
    };
    if (heard.verdict === "not_understood") {
      throw new CheckFailure("unintelligible_speech", `${what}: ${heard.message}`, found);
    }
    // Audio without faults that could not be transcribed is no evidence for or against its intelligibility.
    const isHeard = heard.verdict === "understood";
    const { message } = heard;
    return { result: "ok", ...(!isHeard && { reason: "not_heard" as const }), message, ...found };
  },
});
