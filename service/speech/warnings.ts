import type { RecognisedWord } from "../engine/model/model.ts";
import type { Sent } from "../contract/schema.ts";
import { WARNINGS, type Warnings, type WarningCode } from "../contract/transcriptions.ts";

/** The facts about a transcript that its warnings depend on. */
interface Doubts {
  /** All words of the transcript, in any order. */
  readonly words: Iterable<Pick<RecognisedWord, "confidence">>;
  /** Whether the speech may be Turkish; undefined where the model cannot tell. */
  readonly isTurkish?: boolean | undefined;
  /** Whether the audio is as loud as speech. */
  readonly isLoud?: boolean | undefined;
}

/** The log message for a transcript with warnings. */
export const WARNINGS_MESSAGE = "transcript with warnings";

/** The mean confidence of words estimates the share of correct ones: below this, more than two in five are likely wrong. */
const LOW_CONFIDENCE = 0.6;

/** Returns the field `warnings` of a transcript, or no field where there are none. */
export function warningsOf({ words, isTurkish, isLoud }: Doubts): {
  readonly warnings?: Sent<typeof Warnings>;
} {
  const found: Readonly<Record<WarningCode, boolean>> = {
    language_not_turkish: isTurkish === false,
    low_confidence: meanConfidence(words) < LOW_CONFIDENCE,
    no_words: isLoud === true && isEmpty(words),
  };
  const codes = (Object.keys(found) as WarningCode[]).filter((code) => found[code]);
  return codes.length === 0 ? {} : { warnings: warningBodies(codes) };
}

/** Returns warnings as clients see them. */
export function warningBodies(codes: readonly WarningCode[]): Sent<typeof Warnings> {
  return codes.map((code) => ({ code, message: WARNINGS[code] }));
}

function isEmpty(words: Doubts["words"]): boolean {
  return words[Symbol.iterator]().next().done === true;
}

/** Returns 1 where there are no words. */
function meanConfidence(words: Doubts["words"]): number {
  let sum = 0;
  let count = 0;
  for (const { confidence } of words) {
    sum += confidence;
    count += 1;
  }
  return count === 0 ? 1 : sum / count;
}
