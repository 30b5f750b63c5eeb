/** Words that are written short and spoken in full. */

import abbreviations from "../language/abbreviations.json" with { type: "json" };
import { spelled } from "./letter-names.ts";
import { isPossessed } from "./possession.ts";
import { anyOf, apart, ENDING, type Groups, type Rule } from "./rule.ts";
import { withSuffix } from "./suffix.ts";

type Words = Readonly<Record<string, string>>;

const { dotted, pointed, unpointed }: Readonly<Record<string, Words>> = abbreviations;
/** Abbreviations that are words too: expanded only before a digit, "(" or "+", before which no sentence ends. */
const AMBIGUOUS: Words = abbreviations.ambiguous;
const SPOKEN: Words = { ...unpointed, ...pointed, ...dotted };

/** "vb." keeps its point at the end of a sentence: where a capital follows, or nothing. */
const ENDS_SENTENCE = String.raw`(?:\.(?=["”)]?(?:\s+["“(]?\p{Lu}|\s*$)))`;
const LISTING = "vb|vd|vs|vds";
const BEFORE = String.raw`(?<![\p{L}\d'])`;
const POINT = String.raw`(?:\.:?|:)`;

function oneOf(words: Words = {}): string {
  return `${BEFORE}(?<short>${anyOf(Object.keys(words))})`;
}

function expand({ short = "", ending }: Groups): string {
  const spoken = SPOKEN[short] ?? short;
  const joins = ending !== undefined && isPossessed(spoken);
  return joins ? withSuffix(spoken, ending, true) : apart(spoken, ending);
}

/** Longest first; the point is removed unless it ends the sentence too. */
export const abbreviationRules: readonly Rule[] = [
  [`${oneOf(dotted)}${ENDING}`, expand],
  [
    /(?<![\p{L}\d'])(?<era>MÖ|MS)(?= \d| [IVX]+\.)/gu,
    ({ era }) => (era === "MÖ" ? "milattan önce" : "milattan sonra"),
  ],
  [
    `${BEFORE}(?<short>${LISTING})${ENDS_SENTENCE}`,
    ({ short = "" }) => `${SPOKEN[short] ?? short}.`,
  ],
  [`${oneOf(pointed)}${POINT}${ENDING}`, expand],
  // A law case: "2023/12 K. sayılı".
  [
    /(?<=\d{4}\/\d{1,6} )(?<part>[EK])\.(?= [\p{Ll}\d]|,|$)/gu,
    ({ part }) => (part === "K" ? "karar" : "esas"),
  ],
  [/(?<=\d )(?:[Nn][ou]|NO)(?:\.'?|')l[uü](?!\p{L})/gu, "numaralı"],
  [`${oneOf(AMBIGUOUS)}${POINT}(?= ?[\\d(+])`, ({ short = "" }) => `${AMBIGUOUS[short] ?? short} `],
  [`${oneOf(unpointed)}(?![\\p{L}\\d.])${ENDING}`, expand],
  // In an address, after a number: "No: 12 K: 3 D: 5".
  [
    /(?<=\d(?:\/\p{L})?,? )(?<part>[KD])(?::|\.:?) ?(?=\d)/gu,
    ({ part }) => (part === "K" ? "kat " : "daire "),
  ],
  [
    `${BEFORE}(?<initials>(?:\\p{Lu}\\.){2,})${ENDING}`,
    ({ initials = "", ending }) => apart(spelled(initials), ending),
  ],
  [
    `${BEFORE}(?<initial>\\p{Lu})\\.(?= ?\\p{Lu}\\p{Ll}| ?\\p{Lu}\\.)`,
    ({ initial = "" }) => `${spelled(initial)} `,
  ],
];
