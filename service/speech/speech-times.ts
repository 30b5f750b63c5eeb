import type { Sent } from "../contract/schema.ts";
import type { SpeechDocument } from "../contract/speech.ts";
import type { SpokenWord } from "../engine/model/model.ts";
import { spokenCharacters, writtenWords } from "./spoken-characters.ts";

/** The units of a speech of which times are requested. */
export interface TimeGranularities {
  readonly words: boolean;
  readonly characters: boolean;
}

type SpokenTimes = Pick<Sent<typeof SpeechDocument>, "words" | "characters">;

/** Returns whether any times are requested. */
export function asksTimes({ words, characters }: TimeGranularities): boolean {
  return words || characters;
}

/**
 * Returns when the words and characters of a `written` text are spoken, from the times of the words of the `spoken` one; null
 * where the model gave none. `afterSeconds` is added to every time.
 */
export function spokenTimes(
  written: string,
  spoken: string,
  words: readonly SpokenWord[],
  granularities: TimeGranularities,
  afterSeconds = 0,
): SpokenTimes {
  if (words.length === 0) {
    return {
      ...(granularities.words && { words: null }),
      ...(granularities.characters && { characters: null }),
    };
  }
  const timed = writtenWords(written, spoken, words);
  const shifted = (seconds: number) => Math.round((afterSeconds + seconds) * 1000) / 1000;
  return {
    ...(granularities.words && {
      words: timed.map(({ start, end, startSeconds, endSeconds }) => ({
        word: written.slice(start, end),
        start: shifted(startSeconds),
        end: shifted(endSeconds),
      })),
    }),
    ...(granularities.characters && { characters: characterTimes(written, timed, shifted) }),
  };
}

function characterTimes(
  written: string,
  timed: readonly SpokenWord[],
  shifted: (seconds: number) => number,
) {
  const { characters, startSeconds, endSeconds } = spokenCharacters(written, timed);
  return characters.map((character, at) => ({
    character,
    start: shifted(startSeconds[at] ?? 0),
    end: shifted(endSeconds[at] ?? 0),
  }));
}
