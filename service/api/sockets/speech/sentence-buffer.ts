import { arePartedAt, PARTING_CONTEXT } from "../../../speech/normalize/parting.ts";

const MARKS = String.raw`(?<![.?!…])[.?!…]+["”»)'’]*`;
/** Possible ends of a sentence: punctuation before a space, or the end of a paragraph. */
const POSSIBLE_END = new RegExp(String.raw`${MARKS}(?=\s)|\n\s*\n`, "gu");
/** Like POSSIBLE_END, when no more text seems to follow. */
const POSSIBLE_END_OF_TEXT = new RegExp(String.raw`${MARKS}(?=\s|$)|\n\s*\n`, "gu");
/** Text that may become a possible end with the text that follows. */
const BEGUN_END = new RegExp(String.raw`${MARKS}$|\n\s*$`, "gu");
/** Sample next words: an end that is valid before both is valid before any word. */
const POSSIBLE_NEXT_WORDS = ["deneme", "Deneme"];
/** Maximum number of possible ends judged at once; later ones are judged the next time, or stay within one text. */
const MAX_JUDGED = 100;

/** Splits a text that arrives in pieces into sentences as soon as they are complete; every possible end is judged once. */
export class SentenceBuffer {
  #text = "";
  /** All possible ends before this index have been judged. */
  #scannedUntil = 0;
  /** A possible end that only the next word can make valid. */
  #undecidedEnd: number | undefined;

  append(text: string): void {
    this.#text += text;
  }

  /** Takes the sentences that are complete whatever follows. */
  takeWhole(): readonly string[] {
    return this.#take(this.#ends(POSSIBLE_END));
  }

  /** Like `takeWhole`, when no more text seems to follow: the last punctuation needs no space after it. */
  takeWholeInQuiet(): readonly string[] {
    return this.#take(this.#ends(POSSIBLE_END_OF_TEXT));
  }

  takeAll(): readonly string[] {
    return this.#take([...this.#ends(POSSIBLE_END_OF_TEXT), this.#text.length]);
  }

  /** Takes all text as one. */
  takeUndivided(): readonly string[] {
    return this.#take([this.#text.length]);
  }

  /** Discards the text. */
  clear(): void {
    this.takeUndivided();
  }

  #take(ends: readonly number[]): readonly string[] {
    const last = ends.at(-1);
    if (last === undefined) return [];
    const taken = ends.map((end, at) => this.#text.slice(ends[at - 1] ?? 0, end));
    this.#text = this.#text.slice(last);
    this.#scannedUntil = Math.max(0, this.#scannedUntil - last);
    if (this.#undecidedEnd !== undefined) this.#undecidedEnd -= last;
    return taken.filter((text) => text !== "");
  }

  #ends(possibleEnd: RegExp): readonly number[] {
    const ends: number[] = [];
    const undecidedEnd = this.#undecidedEnd;
    this.#undecidedEnd = undefined;
    possibleEnd.lastIndex = this.#scannedUntil;
    let judged = 0;
    for (const match of this.#text.matchAll(possibleEnd)) {
      if (judged === MAX_JUDGED) return ends;
      judged += 1;
      const end = match.index + match[0].length;
      const next = this.#wordFrom(end);
      const isKnown = next === undefined && end === undecidedEnd;
      if (!isKnown && this.#isEnd(ends.at(-1) ?? 0, end, next)) ends.push(end);
      else if (next === undefined && this.#text.length < end + PARTING_CONTEXT) {
        this.#undecidedEnd = end;
        this.#scannedUntil = match.index;
        return ends;
      }
      this.#scannedUntil = end;
    }
    BEGUN_END.lastIndex = this.#scannedUntil;
    this.#scannedUntil = BEGUN_END.exec(this.#text)?.index ?? this.#text.length;
    return ends;
  }

  /** Returns the next word once it is complete. */
  #wordFrom(end: number): string | undefined {
    return /^\s*(\S+)\s/u.exec(this.#text.slice(end, end + PARTING_CONTEXT))?.[1];
  }

  #isEnd(start: number, end: number, next: string | undefined): boolean {
    const before = this.#text.slice(Math.max(start, end - PARTING_CONTEXT), end);
    const possible = next === undefined ? POSSIBLE_NEXT_WORDS : [next];
    return possible.every((word) => arePartedAt(before, word));
  }
}
