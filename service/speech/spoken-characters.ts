import type { SpokenWord } from "../engine/model/model.ts";

/** The characters of a text, as code points, and when each is spoken, in seconds from the start of the audio. */
export interface TimedCharacters {
  readonly characters: readonly string[];
  readonly startSeconds: readonly number[];
  readonly endSeconds: readonly number[];
}

/** A range of a text, in UTF-16 offsets, with its time. */
export type Timed = SpokenWord;

interface Token {
  readonly start: number;
  readonly end: number;
  /** Its letters and digits in lower case, for comparison. */
  readonly letters: string;
}

/** Returns when each character of a model's input text is spoken: evenly within a word; between words, in the pause. */
export function spokenCharacters(text: string, words: readonly SpokenWord[]): TimedCharacters {
  const characters: string[] = [];
  const startSeconds: number[] = [];
  const endSeconds: number[] = [];
  const add = (from: number, to: number, begin: number, finish: number) => {
    const some = Array.from(text.slice(from, to));
    const each = (finish - begin) / some.length;
    for (const [at, character] of some.entries()) {
      characters.push(character);
      startSeconds.push(rounded(begin + at * each));
      endSeconds.push(rounded(begin + (at + 1) * each));
    }
  };
  let at = 0;
  let seconds = 0;
  for (const { start, end, startSeconds: begin, endSeconds: finish } of words) {
    add(at, start, seconds, Math.max(seconds, begin));
    add(start, end, begin, finish);
    at = end;
    seconds = finish;
  }
  add(at, text.length, seconds, seconds);
  return { characters, startSeconds, endSeconds };
}

/** Returns when each character of a written text is spoken, as `writtenWords` tells it of words. */
export function writtenCharacters(
  written: string,
  spoken: string,
  words: readonly SpokenWord[],
): TimedCharacters {
  return spokenCharacters(written, writtenWords(written, spoken, words));
}

/**
 * Returns when each word of a written text, between white space, is spoken, from the times of the spoken words: words that are
 * written as they are spoken have their own time; anything between, such as a number, has the time of the words spoken for it.
 */
export function writtenWords(
  written: string,
  spoken: string,
  words: readonly SpokenWord[],
): readonly Timed[] {
  const tokens = Array.from(written.matchAll(/\S+/gu), ({ 0: token, index }) => ({
    start: index,
    end: index + token.length,
    letters: lettersOf(token),
  }));
  const said = words.map(({ start, end }) => lettersOf(spoken.slice(start, end)));
  const pairs = [...commonPairs(tokens, said), [tokens.length, words.length] as const];
  const timed: Timed[] = [];
  let token = 0;
  let word = 0;
  for (const [nextToken, nextWord] of pairs) {
    const from = timed.at(-1)?.endSeconds ?? words[0]?.startSeconds ?? 0;
    timed.push(...shared(tokens.slice(token, nextToken), words.slice(word, nextWord), from));
    const both = [tokens[nextToken], words[nextWord]] as const;
    if (both[0] !== undefined && both[1] !== undefined) {
      const { startSeconds, endSeconds } = both[1];
      timed.push({ start: both[0].start, end: both[0].end, startSeconds, endSeconds });
    }
    token = nextToken + 1;
    word = nextWord + 1;
  }
  return timed;
}

/** Divides the time of words among tokens by their lengths; without a word, tokens have no duration. */
function shared(
  tokens: readonly Token[],
  words: readonly SpokenWord[],
  fromSeconds: number,
): readonly Timed[] {
  const begin = words[0]?.startSeconds ?? fromSeconds;
  const finish = words.at(-1)?.endSeconds ?? fromSeconds;
  const length = tokens.reduce((sum, { start, end }) => sum + end - start, 0);
  let before = 0;
  return tokens.map(({ start, end }) => {
    const startSeconds = begin + ((finish - begin) * before) / length;
    before += end - start;
    return { start, end, startSeconds, endSeconds: begin + ((finish - begin) * before) / length };
  });
}

function lettersOf(text: string): string {
  return text.toLocaleLowerCase("tr").replaceAll(/[^\p{L}\p{N}]/gu, "");
}

/** Finds the longest common subsequence of tokens and words, as pairs of indices. */
function commonPairs(
  tokens: readonly Token[],
  words: readonly string[],
): readonly (readonly [number, number])[] {
  const width = words.length + 1;
  const longest = new Uint16Array((tokens.length + 1) * width);
  for (let row = tokens.length - 1; row >= 0; row -= 1) {
    for (let column = words.length - 1; column >= 0; column -= 1) {
      const at = row * width + column;
      longest[at] =
        tokens[row]!.letters === words[column]
          ? longest[at + width + 1]! + 1
          : Math.max(longest[at + width]!, longest[at + 1]!);
    }
  }
  const pairs: (readonly [number, number])[] = [];
  for (let row = 0, column = 0; row < tokens.length && column < words.length;) {
    const at = row * width + column;
    if (tokens[row]!.letters === words[column]) pairs.push([row++, column++]);
    else if (longest[at + width]! >= longest[at + 1]!) row += 1;
    else column += 1;
  }
  return pairs;
}

function rounded(seconds: number): number {
  return Math.round(seconds * 1000) / 1000;
}
