import { type Static, Type } from "typebox";

import type { ObservationMeasures } from "#migrations/status/schema.ts";

import { httpAddress } from "../network/web-address.ts";
import type { CheckContext } from "../check/context.ts";
import { CheckFailure } from "../check/report.ts";
import { clipOptions, readClip } from "./clip.ts";
import { transcribe } from "./transcribe.ts";
import {
  type ComparedTranscript,
  compareTranscript,
  transcriptLimits,
} from "./transcript-check.ts";

/** Which endpoint hears synthesized speech, and a clip that tells whether it can hear at all. */
export const hearingOptions = Type.Object(
  {
    url: httpAddress("The file transcription endpoint."),
    model: Type.String({ default: "transcribe-1" }),
    timeout_seconds: Type.Number({ exclusiveMinimum: 0, default: 10 }),
    ...clipOptions,
    ...transcriptLimits,
  },
  {
    description:
      "Has the file endpoint hear what was said. When it hears something else, it is given the clip " +
      "as well: only if it understands that, the synthesis is to blame.",
    additionalProperties: false,
  },
);

type HearingOptions = Static<typeof hearingOptions>;

/** What an endpoint made of speech; `ear_at_fault` says nothing about the speech. */
export interface Heard {
  readonly verdict: "understood" | "not_understood" | "ear_at_fault";
  readonly message: string;
  readonly measures: ObservationMeasures;
  readonly texts: Readonly<Record<string, string>>;
}

/** Has a transcription endpoint hear what was synthesized, and tells who is to blame if it does not match. */
export async function hear(
  audio: Uint8Array<ArrayBuffer>,
  said: string,
  options: HearingOptions,
  { apiKey, signal, trace }: Pick<CheckContext, "apiKey" | "signal" | "trace">,
): Promise<Heard> {
  // Shorter than the check's own timeout, so that a deaf endpoint does not fail the synthesis.
  const patience = AbortSignal.any([signal, AbortSignal.timeout(options.timeout_seconds * 1000)]);
  const compare = async (
    sent: Uint8Array<ArrayBuffer>,
    text: string,
  ): Promise<ComparedTranscript> => {
    const { url, model } = options;
    const request = { url, model, audio: sent, credential: apiKey };
    return compareTranscript(
      text,
      (await transcribe(request, { signal: patience, trace })).text,
      options,
    );
  };
  try {
    const compared = await compare(audio, said);
    const message = `heard with ${compared.summary}`;
    const found = {
      measures: heardMeasures(compared),
      texts: { asked: said, heard: compared.texts.heard },
    };
    if (compared.matches) return { verdict: "understood", message, ...found };
    const clip = await readClip(options);
    const control = await compare(clip.file, clip.text);
    return control.matches
      ? { verdict: "not_understood", message, ...found }
      : { verdict: "ear_at_fault", message: `${message}, but the clip is misheard too`, ...found };
  } catch (error) {
    // Whatever keeps the endpoint from hearing is the matter of its own checks.
    if (!(error instanceof CheckFailure)) throw error;
    const message = `not heard: ${error.message}`;
    return { verdict: "ear_at_fault", message, measures: {}, texts: { asked: said } };
  }
}

function heardMeasures({ distance }: ComparedTranscript): ObservationMeasures {
  return {
    heard_word_error_ratio: distance.wordErrorRatio,
    heard_character_error_ratio: distance.characterErrorRatio,
  };
}
