import widths from "./verdana-widths.json" with { type: "json" };

/** Advance widths of Verdana in 2048ths of the font size; letters with marks are as wide as without. */
const advances: Readonly<Record<string, number>> = Object.fromEntries(
  Object.entries(widths).flatMap(([advance, characters]) =>
    Array.from(characters, (character) => [character, Number(advance)]),
  ),
);

const unitsPerEm = 2048;

/** What no table has, is taken for a full square: too wide looks better than cut off. */
const unknownAdvance = unitsPerEm;

/** Returns how wide Verdana sets `text`, in pixels. */
export function textWidthPx(text: string, fontSizePx: number): number {
  const units = Array.from(text).reduce((sum, character) => {
    const [base = character] = Array.from(character.normalize("NFD"));
    return sum + (advances[character] ?? advances[base] ?? unknownAdvance);
  }, 0);
  return (units / unitsPerEm) * fontSizePx;
}
