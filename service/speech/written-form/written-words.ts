import { nameSpellings } from "./proper-names.ts";
import { isQuestion } from "./questions.ts";
import { sentencesOf, type TimedWord } from "./sentences.ts";
import { capitalised, spelled } from "./spelling.ts";

/** A recognised word in its written form. */
export type WrittenWord<Word extends TimedWord = TimedWord> = Word & {
  /** The punctuation after the word: a sentence end, nothing, or whatever a model writes there itself. */
  readonly mark: string;
};

/** Writes lower-case words as sentences; the last one gets its final mark only if it is complete. */
export function writtenWords<Word extends TimedWord>(
  words: readonly Word[],
  { isComplete }: { readonly isComplete: boolean },
): readonly WrittenWord<Word>[] {
  const sentences = sentencesOf(words);
  return sentences.flatMap((sentence, index) =>
    written(sentence, isComplete || index < sentences.length - 1),
  );
}

/** Returns written words as one line of text. */
export function textOf(words: readonly WrittenWord[]): string {
  return words.map(({ text, mark }) => text + mark).join(" ");
}

function written<Word extends TimedWord>(
  sentence: readonly Word[],
  isEnded: boolean,
): readonly WrittenWord<Word>[] {
  if (sentence.some(({ written: own }) => own !== undefined)) return sentence.map(ownForm);
  const texts = sentence.map(heardText);
  const spellings = nameSpellings(texts);
  return sentence.map((word, at) => {
    const isLast = at === sentence.length - 1;
    const mark = isLast && isEnded ? markOf(texts) : "";
    if (word.isSpelled === true) return { ...word, mark };
    const spelling = spellings.get(at);
    const text = spelling === undefined ? word.text : spelled(word.text, spelling);
    return { ...word, text: at === 0 ? capitalised(text) : text, mark };
  });
}

/** Returns a word as the model wrote it, with its final punctuation in `mark`. */
function ownForm<Word extends TimedWord>(word: Word): WrittenWord<Word> {
  const own = word.written ?? word.text;
  const [mark = ""] = /[^\p{L}\p{M}\p{N}%]*$/u.exec(own) ?? [];
  const text = word.isSpelled === true ? word.text : own.slice(0, own.length - mark.length);
  return { ...word, text, mark };
}

/** Returns a word in lower case without apostrophes, even if it has the spelling of a prompt. */
function heardText({ text, isSpelled }: TimedWord): string {
  return isSpelled === true ? text.toLocaleLowerCase("tr").replaceAll("'", "") : text;
}

function markOf(words: readonly string[]): "" | "." | "?" {
  // A model of another kind may punctuate by itself.
  if (/\p{P}$/u.test(words.at(-1) ?? "")) return "";
  return isQuestion(words) ? "?" : ".";
}
