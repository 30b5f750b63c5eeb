import type { RecognisedWord } from "../engine/model/model.ts";
import type { Sent } from "../contract/schema.ts";
import { WARNINGS, type Warnings, type WarningCode } from "../contract/transcriptions.ts";

/** What tells of a transcript what to warn of. */
interface Doubts {
  /** All words of it, in any order. */
  readonly words: Iterable<Pick<RecognisedWord, "confidence">>;
  /** Whether the speech may be Turkish; undefined where the model cannot tell. */
  readonly isTurkish?: boolean | undefined;
  /** Whether the audio is as loud as speech. */
  readonly isLoud?: boolean | undefined;
}

/** What the log says of a transcript that has some. */
export const WARNINGS_MESSAGE = "transcript with warnings";

/** The mean confidence of words is the share of them that should be right: below this, more than two of five are likely wrong. */
const LOW_CONFIDENCE = 0.6;

/** Returns the field `warnings` of a transcript: left out where there is nothing to warn of. */
export function warningsOf({ words, isTurkish, isLoud }: Doubts): {
  readonly warnings?: Sent<typeof Warnings>;
} {
  const found: Readonly<Record<WarningCode, boolean>> = {
    language_not_turkish: isTurkish === false,
    low_confidence: meanConfidence(words) < LOW_CONFIDENCE,
    no_words: isLoud === true && isEmpty(words),
  };
  const codes = (Object.keys(found) as WarningCode[]).filter((code) => found[code]);
  if (codes.length === 0) return {};
  return { warnings: codes.map((code) => ({ code, message: WARNINGS[code] })) };
}

function isEmpty(words: Doubts["words"]): boolean {
  return words[Symbol.iterator]().next().done === true;
}

/** Without a word there is nothing to doubt. */
function meanConfidence(words: Doubts["words"]): number {
  let sum = 0;
  let count = 0;
  for (const { confidence } of words) {
    sum += confidence;
    count += 1;
  }
  return count === 0 ? 1 : sum / count;
}
