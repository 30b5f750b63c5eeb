import { type Static, Type } from "typebox";
import type { ObservationMeasures } from "#migrations/status/schema.ts";
import type { CheckContext } from "../check/context.ts";
import { CheckFailure } from "../check/report.ts";
import { httpAddress } from "../network/web-address.ts";
import { clipOptions, readClip } from "./clip.ts";
import { compareTranscript, transcriptLimits } from "./transcript-limits.ts";
import { transcribe } from "./speech-requests.ts";

/** The option `heard_by`: the endpoint that transcribes synthesized speech, and a clip to find out whether it can. */
export const transcribeBackOptions = Type.Object(
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
      "as well: only if it understands that, the synthesis is to blame. What this takes is not counted " +
      "as the check's time.",
    additionalProperties: false,
  },
);

/** Descriptions of the measures of speech that was transcribed back. */
export const TRANSCRIBE_BACK_MEASURES = {
  heard_word_error_ratio:
    "Word errors of what the file endpoint heard of synthesized speech, last run.",
  heard_character_error_ratio:
    "Character errors of what the file endpoint heard of synthesized speech, last run.",
};

/** How synthesized speech was transcribed; `transcriber_at_fault` says nothing about the speech. */
interface TranscribedBack {
  readonly verdict: "understood" | "not_understood" | "transcriber_at_fault";
  readonly message: string;
  readonly measures: ObservationMeasures;
  readonly texts: Readonly<Record<string, string>>;
}

/** Transcribes synthesized speech, and finds out what is to blame if the transcript is not the requested text. */
export async function transcribeBack(
  speech: Uint8Array<ArrayBuffer>,
  requestedText: string,
  options: Static<typeof transcribeBackOptions>,
  {
    apiKey: credential,
    turn,
    signal,
    trace,
  }: Pick<CheckContext, "apiKey" | "turn" | "signal" | "trace">,
): Promise<TranscribedBack> {
  // Shorter than the check's own timeout, so that a slow transcription does not fail the synthesis.
  const timeout = AbortSignal.timeout(options.timeout_seconds * 1000);
  const access = { signal: AbortSignal.any([signal, timeout]), trace };
  const compare = async (audio: Uint8Array<ArrayBuffer>, expected: string, limits = {}) => {
    const { url, model } = options;
    const { text } = await transcribe({ url, model, audio, credential }, access);
    return compareTranscript(expected, text, { ...options, ...limits });
  };
  try {
    const { matches, distance, summary, texts } = await compare(speech, requestedText);
    const message = `heard with ${summary}`;
    const found = {
      measures: {
        heard_word_error_ratio: distance.wordErrorRatio,
        heard_character_error_ratio: distance.characterErrorRatio,
      },
      texts: { asked: requestedText, heard: texts.heard },
    };
    if (matches) return { verdict: "understood", message, ...found };
    const clip = await readClip(options.clips ?? [], turn);
    if ((await compare(clip.file, clip.text, clip.limits)).matches) {
      return { verdict: "not_understood", message, ...found };
    }
    const blamed = `${message}, but the clip is misheard too`;
    return { verdict: "transcriber_at_fault", message: blamed, ...found };
  } catch (error) {
    // The endpoint's own checks report why it does not transcribe.
    if (!(error instanceof CheckFailure)) throw error;
    const message = `not heard: ${error.message}`;
    return {
      verdict: "transcriber_at_fault",
      message,
      measures: {},
      texts: { asked: requestedText },
    };
  }
}
