import { normalize } from "../../../speech/normalize/normalize.ts";

const MARKS = String.raw`(?<![.?!…])[.?!…]+["”»)'’]*`;
/** Where a sentence may end: at its marks before a space, or with its paragraph. */
const POSSIBLE_END = new RegExp(String.raw`${MARKS}(?=\s)|\n\s*\n`, "gu");
/** As above, when nothing seems to follow the text. */
const POSSIBLE_END_OF_TEXT = new RegExp(String.raw`${MARKS}(?=\s|$)|\n\s*\n`, "gu");
/** What may become a possible end with the text that follows. */
const BEGUN_END = new RegExp(String.raw`${MARKS}$|\n\s*$`, "gu");
/** What may follow an end: it is one whatever follows when it is one before both. */
const POSSIBLE_NEXT_WORDS = ["deneme", "Deneme"];
/** UTF-16 units on each side that decide whether an end is one: a number, an abbreviation, a name with initials. */
const CONTEXT = 50;
/** Possible ends that are judged at once; those behind them are the next time, or stay within one text. */
const MOST_JUDGED = 100;

/** A text that arrives bit by bit, and leaves in sentences as soon as they are whole; every possible end is judged once. */
export class SentenceBuffer {
  #text = "";
  /** No end that was not found to be none begins before this. */
  #scannedUntil = 0;
  /** A possible end that is none unless the next word makes it one. */
  #undecidedEnd: number | undefined;

  append(text: string): void {
    this.#text += text;
  }

  /** Takes the sentences that are whole whatever follows. */
  takeWhole(): readonly string[] {
    return this.#take(this.#ends(POSSIBLE_END));
  }

  /** As `takeWhole`, when nothing seems to follow: the last mark need not have a space behind it. */
  takeWholeInQuiet(): readonly string[] {
    return this.#take(this.#ends(POSSIBLE_END_OF_TEXT));
  }

  takeAll(): readonly string[] {
    return this.#take([...this.#ends(POSSIBLE_END_OF_TEXT), this.#text.length]);
  }

  /** Forgets the text. */
  clear(): void {
    this.#take([this.#text.length]);
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
      if (judged === MOST_JUDGED) return ends;
      judged += 1;
      const end = match.index + match[0].length;
      const next = this.#wordFrom(end);
      const isKnown = next === undefined && end === undecidedEnd;
      if (!isKnown && this.#isEnd(ends.at(-1) ?? 0, end, next)) ends.push(end);
      else if (next === undefined && this.#text.length < end + CONTEXT) {
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

  /** Returns the next word once it is whole. */
  #wordFrom(end: number): string | undefined {
    return /^\s*(\S+)\s/u.exec(this.#text.slice(end, end + CONTEXT))?.[1];
  }

  #isEnd(start: number, end: number, next: string | undefined): boolean {
    const before = this.#text.slice(Math.max(start, end - CONTEXT), end);
    const possible = next === undefined ? POSSIBLE_NEXT_WORDS : [next];
    return possible.every((word) => arePartedAt(before, word));
  }
}

/** A text may be parted where its parts are spoken as the whole is: not after "Dr." or the number of "3. kat". */
function arePartedAt(before: string, after: string): boolean {
  const whole = normalize(`${before} ${after}`);
  const parts = [...normalize(before), ...normalize(after)];
  return whole.length === parts.length && whole.every((sentence, at) => sentence === parts[at]);
}
