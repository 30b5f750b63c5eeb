import { normalize } from "../../../speech/normalize/normalize.ts";

/** Where a sentence may end: at its marks before a space, or with its paragraph. */
const POSSIBLE_END = /[.?!…]+["”»)'’]*(?=\s)|\n\s*\n/gu;
/** As above, when nothing seems to follow the text. */
const POSSIBLE_END_OF_TEXT = /[.?!…]+["”»)'’]*(?=\s|$)|\n\s*\n/gu;
/** What may follow an end: it is one whatever follows when it is one before both. */
const POSSIBLE_NEXT_WORDS = ["deneme", "Deneme"];
/** UTF-16 units before an end that decide whether it is one: a number, an abbreviation, a name with initials. */
const CONTEXT = 100;

/** A text that arrives bit by bit, and leaves in sentences as soon as they are whole. */
export class SentenceBuffer {
  #text = "";
  /** Possible ends up to here were found to be none. */
  #decidedUntil = 0;

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

  #take(ends: readonly number[]): readonly string[] {
    const taken = ends.map((end, at) => this.#text.slice(ends[at - 1] ?? 0, end));
    const last = ends.at(-1) ?? 0;
    this.#text = this.#text.slice(last);
    this.#decidedUntil = Math.max(0, this.#decidedUntil - last);
    return taken.filter((text) => text !== "");
  }

  #ends(possibleEnd: RegExp): readonly number[] {
    const ends: number[] = [];
    let decidedUntil = this.#decidedUntil;
    for (const match of this.#text.slice(this.#decidedUntil).matchAll(possibleEnd)) {
      const end = this.#decidedUntil + match.index + match[0].length;
      const before = this.#text.slice(Math.max(ends.at(-1) ?? 0, end - CONTEXT), end);
      const next = /^\s*(\S+)\s/u.exec(this.#text.slice(end, end + CONTEXT))?.[1];
      const possible = next === undefined ? POSSIBLE_NEXT_WORDS : [next];
      if (possible.every((word) => arePartedAt(before, word))) ends.push(end);
      else if (next === undefined) break;
      decidedUntil = end;
    }
    this.#decidedUntil = decidedUntil;
    return ends;
  }
}

/** A text may be parted where its parts are spoken as the whole is: not after "Dr." or the number of "3. kat". */
function arePartedAt(before: string, after: string): boolean {
  const whole = normalize(`${before} ${after}`);
  const parts = [...normalize(before), ...normalize(after)];
  return whole.length === parts.length && whole.every((sentence, at) => sentence === parts[at]);
}
