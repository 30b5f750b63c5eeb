import { Type } from "typebox";

import type { ObservationMeasures } from "#migrations/status/schema.ts";

import { CheckFailure } from "../check/report.ts";
import { clipFiles } from "../speech/clip.ts";
import { hear, hearingOptions } from "../speech/hearing.ts";
import { textToSpeak } from "../speech/sentence.ts";
import { faultOf, synthesize } from "../speech/synthesize.ts";
import { defineKind } from "./kind.ts";
import { httpAddress } from "../network/web-address.ts";

/** A new sentence is spoken; its audio has to be sound, and the file endpoint has to understand it. */
export const synthesis = defineKind({
  description: "Synthesizes a changing Turkish sentence and examines the audio.",
  options: Type.Object(
    {
      url: httpAddress("The synthesis endpoint."),
      model: Type.String({ minLength: 1 }),
      voice: Type.String({ minLength: 1 }),
      sample_rate_hz: Type.Integer({ minimum: 8000, description: "The model's sample rate." }),
      heard_by: Type.Optional(hearingOptions),
    },
    { additionalProperties: false },
  ),
  files: clipFiles.map((name) => `heard_by.${name}`),
  async run(options, context) {
    const { apiKey } = context;
    const { url, model, voice, heard_by } = options;
    const input = textToSpeak(context);
    const speech = await synthesize({ url, model, voice, input, credential: apiKey }, context);
    const { phases, what } = speech.answer;
    const tookMs = (phases.first_byte ?? 0) + (phases.transfer ?? 0);
    const measures: ObservationMeasures = {
      audio_seconds: speech.quality.durationSeconds,
      first_audio_seconds: (phases.first_byte ?? 0) / 1000,
      real_time_factor: tookMs / 1000 / speech.quality.durationSeconds,
    };
    const texts = { asked: input };
    const fault = faultOf(speech, input, options.sample_rate_hz);
    if (fault !== null) {
      const found = { phases, measures, texts };
      throw new CheckFailure(fault.reason, `${what}: ${fault.message}`, found);
    }
    if (heard_by === undefined) return { result: "ok", phases, measures, texts };

    const heard = await hear(speech.file, input, heard_by, context);
    const found = { phases, measures: { ...measures, ...heard.measures }, texts: heard.texts };
    if (heard.verdict === "not_understood") {
      throw new CheckFailure("unintelligible_speech", `${what}: ${heard.message}`, found);
    }
    return { result: "ok", message: heard.message, ...found };
  },
});
