import { codePoints } from "#schema-reader/code-points.ts";
import type { MannerSpan, Pause, PronouncedWord } from "../../engine/model/model.ts";
import { arePartedAt, PARTING_CONTEXT } from "../normalize/parting.ts";
import {
  refuseTooLong,
  speakableText,
  type PronouncedText,
} from "../pronunciations/speakable-text.ts";
import {
  substitute,
  takeSuffix,
  withFittingSuffix,
  type TextPart,
} from "../pronunciations/substitution.ts";
import type { WordIndex } from "../pronunciations/word-index.ts";
import { OWN_MANNER, type Script, type ScriptPart, type ScriptRun } from "./script.ts";

const SENTENCE_MARK = /[.?!…]["”»)'’]*\s*$/u;
const CLAUSE_MARK = /[,;:–—]\s*$/u;
/** Stands for the next word where the next run has no letters. */
const ANY_WORD = "Deneme";

/** Returns the words to speak for a script, with those in the index replaced by their pronunciations; throws ApiError. */
export function pronounceScript({ runs }: Script, index: WordIndex): PronouncedText {
  let text = "";
  let addedCharacters = 0;
  /** Whether the sentence so far has no end yet. */
  let isOpen = false;
  const pronounced: PronouncedWord[] = [];
  const pauses: Pause[] = [];
  const spans: MannerSpan[] = [];
  for (const [at, run] of runs.entries()) {
    const parts = partsOf(run, index);
    const said = speakableText(parts);
    addedCharacters += addedBy(run, parts);
    const written = run.parts.map(wordsOf).join("");
    const isEnd = at === runs.length - 1 || endsSentence(run, written, runs[at + 1]);
    if (said.text !== "") {
      const start = text === "" ? 0 : text.length + 1;
      text += `${text === "" ? "" : " "}${isEnd ? said.text : said.text.slice(0, -1)}`;
      isOpen = !isEnd;
      for (const word of said.pronounced) {
        pronounced.push({ ...word, start: word.start + start, end: word.end + start });
      }
      if (run.manner !== OWN_MANNER) spans.push({ start, end: text.length, ...run.manner });
    }
    if (isOpen && isEnd) text = `${text.replace(/,$/u, "")}.`;
    const isClause = (run.pauseSeconds ?? 0) > 0 || CLAUSE_MARK.test(written);
    if (isEnd) isOpen = false;
    else if (isOpen && isClause && !text.endsWith(",")) text += ",";
    if (run.pauseSeconds !== undefined) pauses.push({ at: text.length, seconds: run.pauseSeconds });
  }
  refuseTooLong(text);
  return { text, pronounced, addedCharacters, pauses, spans };
}

/** Returns the parts of a run as a text with pronunciations has them; an ending after an alias is made to fit. */
function partsOf({ parts }: ScriptRun, index: WordIndex): readonly TextPart[] {
  const texts: TextPart[] = [];
  let before: string | undefined;
  for (const part of parts) {
    if (typeof part === "string") {
      const { suffix, rest } =
        before === undefined ? { suffix: undefined, rest: part } : takeSuffix(part);
      if (before !== undefined) texts.push(withFittingSuffix(before, suffix));
      texts.push(...substitute(rest, index).parts);
      before = undefined;
      continue;
    }
    if (before !== undefined) texts.push(before);
    before = "ipa" in part ? undefined : wordsOf(part);
    if ("ipa" in part) texts.push({ written: part.written, ipa: part.ipa });
  }
  if (before !== undefined) texts.push(before);
  return texts;
}

function wordsOf(part: ScriptPart): string {
  if (typeof part === "string") return part;
  if ("ipa" in part) return part.written === "" ? ANY_WORD : part.written;
  return "alias" in part ? part.alias : part.words;
}

/** Returns the code points that aliases, IPA and the dictionary add to a run; readings of figures are not counted. */
function addedBy({ parts: written }: ScriptRun, parts: readonly TextPart[]): number {
  const said = parts.map((part) => (typeof part === "string" ? part : part.ipa)).join("");
  const counted = written.map((part) => {
    if (typeof part === "string") return part;
    return "words" in part ? part.words : part.written;
  });
  return Math.max(0, codePoints(said) - codePoints(counted.join("")));
}

/** Returns whether a sentence ends behind a run: by an element, or by a mark that is not that of "Dr." or "3. kat". */
function endsSentence(run: ScriptRun, written: string, next: ScriptRun | undefined): boolean {
  if (run.endsSentence) return true;
  if (!SENTENCE_MARK.test(written)) return false;
  const after = next?.parts.map(wordsOf).join("").trim() || ANY_WORD;
  return arePartedAt(
    written.trim().slice(-PARTING_CONTEXT),
    after.slice(0, PARTING_CONTEXT).split(/\s/u)[0] ?? ANY_WORD,
  );
}
