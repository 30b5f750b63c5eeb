/** A text as words are compared in it: Turkish case folding, one apostrophe, one kind of space. */

/** One character of a text, or a run of white space. */
export interface TextUnit {
  readonly exact: string;
  /** Without its case, as Turkish has it: I is ı, İ is i. */
  readonly folded: string;
  /** UTF-16 offsets into the text. */
  readonly start: number;
  readonly end: number;
}

/** Soft hyphens and joiners: nobody sees or hears them. */
const INVISIBLE = /^[\u00ad\u200b-\u200f\u2060\ufeff]$/u;

/** Returns a text in Unicode's composed form (NFC), with the plain i for one that has its dot twice, as in "i̇stanbul". */
export function composed(text: string): string {
  return text.normalize("NFC").replace(/[iı]\u0307/gu, "i");
}

/** Returns the units of a text that is composed. */
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

/** Folding asks the whole of Unicode, and a text has few different characters. */
const known = new Map<string, Forms>();
const MOST_KNOWN = 4_096;

function formsOf(character: string): Forms {
  const before = known.get(character);
  if (before !== undefined) return before;
  const exact = plain(character);
  // Through upper case, so that σ and ς are one letter.
  const folded = exact.toLocaleUpperCase("tr").toLocaleLowerCase("tr");
  const forms = { exact, folded };
  if (known.size < MOST_KNOWN) known.set(character, forms);
  return forms;
}

function plain(character: string): string {
  if (/^\s$/u.test(character)) return " ";
  if (/^[’‘ʼ`´′＇]$/u.test(character)) return "'";
  return INVISIBLE.test(character) ? "" : character;
}

/** Returns a word in the form in which it is stored: composed, one apostrophe, single spaces, none at its ends. */
export function tidyWord(word: string): string {
  return textUnits(composed(word))
    .map(({ exact }) => exact)
    .join("")
    .trim();
}

/** Returns what two words have in common that differ in nothing but case. */
export function foldedWord(word: string): string {
  return textUnits(word)
    .map(({ folded }) => folded)
    .join("");
}
