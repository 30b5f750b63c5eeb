/** Words that are written short and spoken in full. */

import abbreviations from "../language/abbreviations.json" with { type: "json" };
import { spelled } from "./letter-names.ts";
import { anyOf, SUFFIX, type Groups, type Rule } from "./rule.ts";
import { withSuffix, type Stem } from "./suffix.ts";

/** Written with points inside. */
const DOTTED: Readonly<Record<string, string>> = abbreviations.dotted;

/** The point belongs to these wherever they stand, as none is a word. */
const POINTED: Readonly<Record<string, string>> = abbreviations.pointed;

/** Words of their own as well: short only where something follows that a sentence would not end before. */
const AMBIGUOUS: Readonly<Record<string, string>> = abbreviations.ambiguous;

/** Recognised without the point too. */
const UNPOINTED: Readonly<Record<string, string>> = abbreviations.unpointed;

const POSSESSED =
  /(?:[sş]irketi|caddesi|sokağı|mahallesi|bulvarı|apartmanı|fakültesi|üniversitesi|enstitüsü|müdürü|müdürlüğü|başkanı|şubesi|görevlisi|üyesi)$/u;

/** "vb." at the end of a sentence keeps its point, as a capital follows or nothing does. */
const ENDS_SENTENCE = String.raw`(?:\.(?=["”)]?(?:\s+["“(]?\p{Lu}|\s*$)))`;
const LISTING = "vb|vd|vs|vds";
const BEFORE = String.raw`(?<![\p{L}\d'])`;

function expanded(short: string, suffix: string | undefined): string {
  const spoken = DOTTED[short] ?? POINTED[short] ?? UNPOINTED[short] ?? short;
  const stem: Stem = POSSESSED.test(spoken) ? "possessed" : "plain";
  return withSuffix(spoken, suffix, stem);
}

const expand = ({ short = "", suffix }: Groups) =>
  expanded(short, suffix) + (suffix === undefined ? " " : "");

/** Longest first; the point goes with them unless it ends the sentence as well. */
export const abbreviationRules: readonly Rule[] = [
  {
    pattern: new RegExp(`${BEFORE}(?<short>${anyOf(Object.keys(DOTTED))})${SUFFIX}`, "gu"),
    speak: expand,
  },
  {
    pattern: /(?<![\p{L}\d'])(?<era>MÖ|MS)(?= \d| [IVX]+\.)/gu,
    speak: ({ era }) => (era === "MÖ" ? "milattan önce" : "milattan sonra"),
  },
  {
    pattern: new RegExp(`${BEFORE}(?<short>${LISTING})${ENDS_SENTENCE}`, "gu"),
    speak: ({ short = "" }) => `${expanded(short, undefined)}.`,
  },
  {
    pattern: new RegExp(
      `${BEFORE}(?<short>${anyOf(Object.keys(POINTED))})(?:\\.:?|:)${SUFFIX}`,
      "gu",
    ),
    speak: expand,
  },
  {
    pattern: new RegExp(
      `${BEFORE}(?<short>${anyOf(Object.keys(AMBIGUOUS))})(?:\\.:?|:)(?= ?[\\d(+])`,
      "gu",
    ),
    speak: ({ short = "" }) => `${AMBIGUOUS[short] ?? short} `,
  },
  {
    pattern: new RegExp(
      `${BEFORE}(?<short>${anyOf(Object.keys(UNPOINTED))})(?![\\p{L}\\d.])${SUFFIX}`,
      "gu",
    ),
    speak: expand,
  },
  // Of an address, where a number stands before them: "No: 12 K: 3 D: 5".
  {
    pattern: /(?<=\d(?:\/\p{L})?,? )(?<part>[KD])(?::|\.:?) ?(?=\d)/gu,
    speak: ({ part }) => (part === "K" ? "kat " : "daire "),
  },
  {
    pattern: new RegExp(`${BEFORE}(?<initials>(?:\\p{Lu}\\.){2,})${SUFFIX}`, "gu"),
    speak: ({ initials = "", suffix }) =>
      withSuffix(spelled(initials), suffix) + (suffix === undefined ? " " : ""),
  },
  {
    pattern: new RegExp(`${BEFORE}(?<initial>\\p{Lu})\\.(?= ?\\p{Lu}\\p{Ll}| ?\\p{Lu}\\.)`, "gu"),
    speak: ({ initial = "" }) => `${spelled(initial)} `,
  },
];
