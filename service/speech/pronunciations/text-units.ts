/** Text units for comparing words: Turkish case folding, one kind of apostrophe, one kind of space. */

/** One character of a text, or a run of white space. */
export interface TextUnit {
  readonly exact: string;
  /** Case-folded by Turkish rules: I is ı, İ is i. */
  readonly folded: string;
  /** UTF-16 offsets into the text. */
  readonly start: number;
  readonly end: number;
}

/** Soft hyphens and joiners, which are neither visible nor spoken. */
const INVISIBLE = /^[\u00ad\u200b-\u200f\u2060\ufeff]$/u;

/** Returns a text in NFC, in which an i or ı with an extra combining dot, as in "i̇stanbul", is a plain i. */
export function composed(text: string): string {
  return text.normalize("NFC").replace(/[iı]\u0307/gu, "i");
}

/** Returns the units of a text in NFC. */
export function textUnits(text: string): TextUnit[] {
  const units: TextUnit[] = [];
  let end = 0;
  for (const character of text) {
    const start = end;
    end += character.length;
    const { exact, folded } = formsOf(character);
    const last = units.at(-1);
    if (exact === " " && last?.exact === " ") units[units.length - 1] = { ...last, end };
    else if (exact !== "") units.push({ exact, folded, start, end });
  }
  return units;
}

type Forms = Pick<TextUnit, "exact" | "folded">;

/** Cache of folded characters: folding is slow, and texts have few different characters. */
const known = new Map<string, Forms>();
const MAX_CACHED_CHARACTERS = 4_096;

function formsOf(character: string): Forms {
  const before = known.get(character);
  if (before !== undefined) return before;
  const exact = plain(character);
  // Through upper case, so that σ and ς are one letter.
  const folded = exact.toLocaleUpperCase("tr").toLocaleLowerCase("tr");
  const forms = { exact, folded };
  if (known.size < MAX_CACHED_CHARACTERS) known.set(character, forms);
  return forms;
}

function plain(character: string): string {
  if (/^\s$/u.test(character)) return " ";
  if (/^[’‘ʼ`´′＇]$/u.test(character)) return "'";
  return INVISIBLE.test(character) ? "" : character;
}

/** Returns a word in its stored form: NFC, one kind of apostrophe, single spaces, none at its ends. */
export function tidyWord(word: string): string {
  return textUnits(composed(word))
    .map(({ exact }) => exact)
    .join("")
    .trim();
}

/** Returns the case-folded form of a word, which is equal for words that differ only in case. */
export function foldedWord(word: string): string {
  return textUnits(word)
    .map(({ folded }) => folded)
    .join("");
}
