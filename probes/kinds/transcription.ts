import { Type } from "typebox";
import { CheckFailure } from "../check/report.ts";
import { clipOptions, clipToSend } from "../speech/clip.ts";
import { transcribe } from "../speech/speech-requests.ts";
import {
  compareTranscript,
  transcriptLimits,
  TRANSCRIPT_MEASURES,
} from "../speech/transcript-limits.ts";
import { measurePace, PACE_MEASURES } from "../speech/pace.ts";
import { defineKind } from "./kind.ts";
import { httpAddress } from "../network/web-address.ts";

/** Transcribes a clip through the file endpoint; the transcript has to match what is said in it. */
export const transcription = defineKind({
  description: "Transcribes a clip through the file endpoint and compares the text.",
  keepsRuns: true,
  options: {
    url: httpAddress("The file transcription endpoint."),
    model: Type.String({ default: "transcribe-1" }),
    ...clipOptions,
    ...transcriptLimits,
  },
  clips: [""],
  limits: {
    "/max_word_error_ratio": { measure: "word_error_ratio", unit: "words" },
    "/max_character_error_ratio": { measure: "character_error_ratio", unit: "characters" },
  },
  measures: { ...TRANSCRIPT_MEASURES, ...PACE_MEASURES },
  async run(options, context) {
    const clip = await clipToSend(options, context);
    const { url, model } = options;
    const request = { url, model, audio: clip.file, credential: context.apiKey };
    const { text, answer } = await transcribe(request, context);
    const { phases } = answer;
    const compared = compareTranscript(clip.text, text, { ...options, ...clip.limits });
    const measures = { ...compared.measures, ...measurePace(phases, clip.durationSeconds) };
    const { texts } = compared;
    if (!compared.matches) {
      const found = { phases, measures, texts };
      throw new CheckFailure(
        "transcript_mismatch",
        `${answer.what}: ${compared.summary}, clip ${clip.name}`,
        found,
      );
    }
    return { result: "ok", phases, measures, texts };
  },
});
