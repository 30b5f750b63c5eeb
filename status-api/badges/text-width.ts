/** Advance widths of Verdana in 2048ths of the font size; letters with marks are as wide as without. */
const advances: Readonly<Record<string, number>> = Object.fromEntries(
  Object.entries({
    549: "'",
    562: "ilı",
    706: "j",
    721: " f",
    745: ",.·",
    806: "t!",
    862: "I",
    873: "r",
    931: "()-/:;J",
    940: '"',
    1067: "cs",
    1076: "z",
    1117: "?",
    1139: "L",
    1212: "kvxy",
    1219: "e",
    1231: "a",
    1234: "P",
    1244: "o",
    1260: "Y",
    1262: "T",
    1275: "bdgpq",
    1296: "hnuE",
    1301: "0123456789_*–",
    1177: "F",
    1400: "ASV",
    1404: "BXZ",
    1419: "K",
    1424: "R",
    1430: "C",
    1488: "&",
    1499: "U",
    1532: "N",
    1540: "H",
    1579: "D",
    1588: "G",
    1612: "OQ",
    1676: "w#+…",
    1726: "M",
    1992: "m",
    2026: "W",
    2204: "%",
  }).flatMap(([advance, characters]) =>
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
