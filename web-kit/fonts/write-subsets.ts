/** Subsets Inter for pages and for pictures, with the characters that each of them needs: `npm run fonts`. */

import { readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import subsetFont from "subset-font";
import { charactersOf, unicodeRangeOf } from "./unicode-range.ts";

const FOLDER = import.meta.dirname;
const inter = createRequire(import.meta.url).resolve("inter-ui/variable/InterVariable.woff2");

/** Kerning, Turkish i, composed characters, tabular figures: all font features that our pages use. */
const KEEP_FEATURES = ["kern", "locl", "ccmp", "tnum"];

const WGHT = { min: 400, max: 600 };

/** Pictures have no system font to fall back to: Latin, Greek and Cyrillic in all their languages. */
const picturedCharacters = charactersOf(
  "U+20-7E, U+A0-17F, U+18F, U+192, U+1A0-1A1, U+1AF-1B0, U+1C4-1CC, U+1E6-1E7, U+1EA-1EB, U+1FA-21B, U+259, U+2BB-2BC, U+2C6-2C7, U+2D8-2DD, U+384-3CE, U+400-4FF, U+1E80-1EF9, U+2010-2015, U+2018-201E, U+2020-2022, U+2026, U+2030, U+2032-2033, U+2039-203A, U+20A0-20C0, U+2116, U+2122, U+2190-2193, U+2212, U+221E, U+2248, U+2260, U+2264-2265",
);

const styles = await readFile(path.join(FOLDER, "inter.css"), "utf8");
const font = await readFile(inter);
for (const [name, characters, opsz] of [
  ["inter.woff2", charactersOf(unicodeRangeOf(styles)), 14],
  ["inter-pictures.woff2", picturedCharacters, 32],
] as const) {
  const subset = await subsetFont(font, characters, {
    targetFormat: "woff2",
    variationAxes: { opsz, wght: WGHT },
    keepFeatures: KEEP_FEATURES,
    noHinting: true,
  });
  await writeFile(path.join(FOLDER, name), subset);
  process.stdout.write(`${name}: ${subset.length} bytes\n`);
}
