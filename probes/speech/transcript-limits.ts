import { type Static, Type } from "typebox";
import { textDistance } from "#word-errors/text-distance.ts";

/** Options of every check that compares a transcript with what was said. */
export const transcriptLimits = {
  max_word_error_ratio: Type.Number({
    description: "Word errors over words said, above which the transcript is wrong.",
    minimum: 0,
    maximum: 1,
    default: 0.25,
  }),
  max_character_error_ratio: Type.Number({
    description: "Character errors over characters said, above which the transcript is wrong.",
    minimum: 0,
    maximum: 1,
    default: 0.1,
  }),
};

/** A transcript is compared up to this many times the length of what was said, plus `SOME_MORE` characters. */
const MAX_LENGTH_RATIO = 10;
const SOME_MORE = 1_000;

const limits = Type.Object(transcriptLimits);

/** Descriptions of the measures of every such check. */
export const TRANSCRIPT_MEASURES = {
  word_error_ratio: "Word errors over words said, last run.",
  character_error_ratio: "Character errors over characters said, last run.",
};

/** Compares a transcript with what was said, within the check's limits. */
export function compareTranscript(
  said: string,
  heard: string,
  { max_word_error_ratio, max_character_error_ratio }: Static<typeof limits>,
) {
  // The time to compare grows with both lengths, and a text far longer than what was said is wrong by its beginning alone.
  const distance = textDistance(said, heard.slice(0, MAX_LENGTH_RATIO * said.length + SOME_MORE));
  const { wordErrorRatio, characterErrorRatio } = distance;
  return {
    distance,
    matches:
      wordErrorRatio <= max_word_error_ratio && characterErrorRatio <= max_character_error_ratio,
    measures: {
      word_error_ratio: wordErrorRatio,
      character_error_ratio: characterErrorRatio,
    },
    texts: { expected: said, heard },
    /** One line with both ratios. */
    summary: `WER ${percent(wordErrorRatio)}, CER ${percent(characterErrorRatio)}`,
  };
}

function percent(ratio: number): string {
  return `${(100 * ratio).toFixed(1)} %`;
}
