import { inflateSync } from "node:zlib";

interface PdfObject {
  readonly dictionary: string;
  /** What follows the dictionary, unpacked; empty where nothing does. */
  readonly stream: string;
}

interface PdfFont {
  readonly glyphs: ReadonlyMap<number, string>;
  /** How many hexadecimal digits a glyph has: two in variable fonts, which become drawings of their letters, else four. */
  readonly digits: number;
}

/** Reads the text of a PDF as Chromium writes it: fonts with a map to Unicode, glyphs as hexadecimal strings. */
export function pdfText(pdf: Buffer): string {
  const objects = readObjects(pdf);
  const fonts = new Map<string, PdfFont>();
  for (const [number, { dictionary }] of objects) {
    const [, map] = /\/ToUnicode (\d+) 0 R/.exec(dictionary) ?? [];
    // Chromium names a font after its object.
    if (map === undefined) continue;
    const glyphs = glyphsOf(objects.get(map)?.stream ?? "");
    fonts.set(`F${number}`, { glyphs, digits: dictionary.includes("/Type3") ? 2 : 4 });
  }
  return (
    [...objects.values()]
      .flatMap(({ stream }) =>
        [...stream.matchAll(/BT\n([^]*?)ET\n/g)].map(([, said = ""]) => said),
      )
      .map((said) => lineOf(said, fonts))
      .join("\n")
      // Ligatures are letters again.
      .normalize("NFKC")
  );
}

function readObjects(pdf: Buffer): Map<string, PdfObject> {
  const text = pdf.toString("latin1");
  const objects = new Map<string, PdfObject>();
  for (const match of text.matchAll(/(?:^|\n)(\d+) 0 obj\n([^]*?)(stream\r?\n|endobj)/g)) {
    const [all, number = "", dictionary = "", end] = match;
    const length = Number(/\/Length (\d+)/.exec(dictionary)?.[1] ?? 0);
    const begin = match.index + all.length;
    const bytes = end === "endobj" ? Buffer.alloc(0) : pdf.subarray(begin, begin + length);
    const isPacked = dictionary.includes("/FlateDecode");
    const stream = (isPacked ? inflateSync(bytes) : bytes).toString("latin1");
    objects.set(number, { dictionary, stream });
  }
  return objects;
}

/** Reads a font's map: `<glyph> <text>` one by one, `<first> <last> <text>` for several in a row. */
function glyphsOf(map: string): ReadonlyMap<number, string> {
  const glyphs = new Map<number, string>();
  const of = (hex: string): number => Number.parseInt(hex, 16);
  for (const [, lines = ""] of map.matchAll(/beginbfchar\n([^]*?)endbfchar/g)) {
    for (const [, glyph = "", code = ""] of lines.matchAll(/<(\w+)> <(\w+)>/g)) {
      glyphs.set(of(glyph), Buffer.from(code, "hex").swap16().toString("utf16le"));
    }
  }
  for (const [, lines = ""] of map.matchAll(/beginbfrange\n([^]*?)endbfrange/g)) {
    for (const [, first = "", last = "", code = ""] of lines.matchAll(/<(\w+)> <(\w+)> <(\w+)>/g)) {
      for (let glyph = of(first); glyph <= of(last); glyph += 1) {
        glyphs.set(glyph, String.fromCodePoint(of(code) + glyph - of(first)));
      }
    }
  }
  return glyphs;
}

function lineOf(said: string, fonts: ReadonlyMap<string, PdfFont>): string {
  let font: PdfFont | undefined;
  let line = "";
  for (const [, name, shown] of said.matchAll(/\/(F\d+) [\d.]+ Tf|<(\w+)> Tj/g)) {
    if (name !== undefined) font = fonts.get(name);
    if (font === undefined) continue;
    for (const [glyph] of (shown ?? "").matchAll(new RegExp(`\\w{${font.digits}}`, "g"))) {
      line += font.glyphs.get(Number.parseInt(glyph, 16)) ?? "";
    }
  }
  return line;
}
