/** The content of a document in order: its text in runs of one manner, with pauses between them. */

import { LIMITS } from "../../contract/limits.ts";
import type { SpanManner } from "../../engine/model/model.ts";
import { ssmlError } from "./ssml-document.ts";

/** A part of a run: text as it is written, or the words of the document that are spoken otherwise. */
export type ScriptPart =
  | string
  /** Spoken as another text, which is read like any text. */
  | { readonly written: string; readonly alias: string }
  /** Spoken in these words. */
  | { readonly written: string; readonly words: string }
  | { readonly written: string; readonly ipa: string };

/** A text in one manner. */
export interface ScriptRun {
  readonly parts: readonly ScriptPart[];
  readonly manner: SpanManner;
  /** Whether a sentence ends behind it, whatever its last character is. */
  readonly endsSentence: boolean;
  /** Seconds of silence behind it; undefined for the default silence between sentences or words. */
  readonly pauseSeconds: number | undefined;
}

export interface Script {
  /** The text of the document without its markup. */
  readonly text: string;
  readonly runs: readonly ScriptRun[];
}

/** Silence between two paragraphs, in seconds. */
const PARAGRAPH_SECONDS = 0.75;
export const OWN_MANNER: SpanManner = { paceFactor: 1, pitchSemitones: 0, rangeFactor: 1 };
/** The rest of a word or sentence that goes on behind an element: "'ya", "lar.", "?". */
const REST_OF_WORD = /^[\p{L}\p{N}\p{M}'’]*[.,;:?!…)\]"”»]*/u;

type GrowingRun = { -readonly [Key in keyof ScriptRun]: ScriptRun[Key] } & { parts: ScriptPart[] };

/** Gathers the runs of a script while a document is read from its beginning to its end. */
export class ScriptWriter {
  readonly #runs: GrowingRun[] = [];
  #text = "";
  #manner: SpanManner = OWN_MANNER;
  #beginsParagraph = false;
  #pauseSecondsInAll = 0;

  /** Adds a text as it is written; white space of XML is one space. */
  write(text: string): void {
    let rest = text.replaceAll(/[ \t\r\n]+/gu, " ");
    this.#text += text;
    if (rest.trim() !== "" && !/^\s/u.test(rest)) rest = this.#finishWord(rest);
    if (rest === "") return;
    if (rest === " ") this.#runs.at(-1)?.parts.push(rest);
    else this.#open().parts.push(rest);
  }

  /** Adds words that are spoken otherwise than they are written. */
  say(part: Exclude<ScriptPart, string>): void {
    this.#text += part.written;
    this.#open().parts.push(part);
  }

  /** Adds a silence; `line` is that of its element. Throws ApiError where all pauses together are too long. */
  pause(seconds: number, line: number): void {
    this.#pauseSecondsInAll += seconds;
    const max = LIMITS.ssml.pauseSecondsInAll;
    if (this.#pauseSecondsInAll > max) {
      throw ssmlError(line, `all breaks together are longer than ${max} s, which are allowed`);
    }
    const last = this.#runs.at(-1) ?? this.#begin();
    last.pauseSeconds = (last.pauseSeconds ?? 0) + seconds;
  }

  endSentence(): void {
    const last = this.#runs.at(-1);
    if (last === undefined) return;
    last.endsSentence = true;
    this.#text += " ";
  }

  /** Ends a paragraph; the text that follows, if any, begins another. */
  endParagraph(): void {
    this.endSentence();
    this.#beginsParagraph = this.#runs.some(({ parts }) => parts.length > 0);
  }

  /** Gathers what `write` adds in a manner that is added to the one around it; `check` may refuse the sum. */
  within(manner: Partial<SpanManner>, check: (sum: SpanManner) => void, write: () => void): void {
    const around = this.#manner;
    this.#manner = {
      paceFactor: around.paceFactor * (manner.paceFactor ?? 1),
      pitchSemitones: around.pitchSemitones + (manner.pitchSemitones ?? 0),
      rangeFactor: around.rangeFactor * (manner.rangeFactor ?? 1),
    };
    check(this.#manner);
    write();
    this.#manner = around;
  }

  finish(): Script {
    return { text: this.#text.replaceAll(/\s+/gu, " ").trim(), runs: this.#runs };
  }

  /** Adds the rest of a word to the run that has its beginning, and returns what follows. */
  #finishWord(text: string): string {
    const last = this.#runs.at(-1);
    if (last === undefined || this.#isOver(last)) return text;
    const end = last.parts.at(-1);
    if (end === undefined || (typeof end === "string" && /\s$/u.test(end))) return text;
    const rest = REST_OF_WORD.exec(text)?.[0] ?? "";
    if (rest !== "") last.parts.push(rest);
    return text.slice(rest.length);
  }

  #open(): GrowingRun {
    const last = this.#runs.at(-1);
    if (this.#beginsParagraph && last !== undefined) last.pauseSeconds ??= PARAGRAPH_SECONDS;
    this.#beginsParagraph = false;
    const isAnother = last === undefined || this.#isOver(last) || last.manner !== this.#manner;
    return isAnother ? this.#begin() : last;
  }

  #isOver({ endsSentence, pauseSeconds }: ScriptRun): boolean {
    return endsSentence || pauseSeconds !== undefined;
  }

  #begin(): GrowingRun {
    const run = {
      parts: [],
      manner: this.#manner,
      endsSentence: false,
      pauseSeconds: undefined,
    };
    this.#runs.push(run);
    return run;
  }
}
