import figures from "../language/figures.json" with { type: "json" };
import numbers from "../language/numbers.json" with { type: "json" };
import { isInflection } from "../written-form/endings.ts";

/** A whole number that was said in words. */
export interface SpokenNumber {
  readonly value: number;
  /** Words that it takes. */
  readonly length: number;
  /** Ending of its last word, which figures have behind an apostrophe: `de` of "yirmi birde". */
  readonly ending: string;
  /** Whether its last word is an ordinal: "yirmi birinci". */
  readonly isOrdinal: boolean;
}

/** The role of a word in a number. */
interface Part {
  readonly kind: "zero" | "one" | "ten" | "hundred" | "thousand";
  readonly value: number;
  readonly ending: string;
  readonly isOrdinal: boolean;
}

type Named = readonly [name: string, part: Pick<Part, "kind" | "value">];
const NAMED: readonly Named[] = [
  ["sıfır", { kind: "zero", value: 0 }],
  ...numbers.ones.slice(1).map((name, at): Named => [name, { kind: "one", value: at + 1 }]),
  ...numbers.tens.slice(1).map((name, at): Named => [name, { kind: "ten", value: 10 * (at + 1) }]),
  ["yüz", { kind: "hundred", value: 100 }],
  ...numbers.thousands
    .slice(1)
    .map((name, at): Named => [name, { kind: "thousand", value: 1000 ** (at + 1) }]),
];
const VALUES = new Map(NAMED);
const ORDINALS = new Map(Object.entries(numbers.ordinals).map(([name, word]) => [word, name]));

/** Returns the longest number that begins at a place, as Turkish builds them; undefined where none does. */
export function spokenNumber(words: readonly string[], at: number): SpokenNumber | undefined {
  const first = partOf(words[at]);
  // "Onda" is more often "at him" than "at ten".
  if (figures.pronouns.includes(words[at]!) && words[at - 1] !== "saat") return undefined;
  if (first?.kind === "zero") return { ...first, length: 1 };
  let value = 0;
  let length = 0;
  let last: Part | undefined;
  let scale = Infinity;
  do {
    const group = groupAt(words, at + length);
    const next = isOpen(group.last) ? partOf(words[at + length + group.parts]) : undefined;
    const isScaled =
      next?.kind === "thousand" && next.value < scale && isCountOf(group.value, next);
    if (group.parts === 0 && !isScaled) break;
    value += isScaled ? Math.max(1, group.value) * next.value : group.value;
    length += group.parts + (isScaled ? 1 : 0);
    last = isScaled ? next : group.last;
    scale = isScaled ? next.value : 0;
  } while (scale > 1 && isOpen(last));
  // A number that is too large to be exact stays in words.
  if (last === undefined || !Number.isSafeInteger(value)) return undefined;
  return { value, length, ending: last.ending, isOrdinal: last.isOrdinal };
}

/** Returns the number below 1000 that begins at a place, whatever thousands or millions follow it; undefined where none does. */
export function spokenBelowThousand(
  words: readonly string[],
  at: number,
): SpokenNumber | undefined {
  const { value, parts, last } = groupAt(words, at);
  if (last === undefined) return undefined;
  return { value, length: parts, ending: last.ending, isOrdinal: last.isOrdinal };
}

/** Says whether a word is one of a number. */
export function isNumberWord(word: string | undefined): boolean {
  return partOf(word) !== undefined;
}

/** Says whether so many thousands or millions are said so: "bin" is never "bir bin", and one million is "bir milyon". */
function isCountOf(count: number, { value }: Part): boolean {
  return value === 1000 ? count !== 1 : count > 0;
}

interface Group {
  readonly value: number;
  readonly parts: number;
  readonly last: Part | undefined;
}

/** Reads up to 999: hundreds, tens and ones, each of which may be missing. */
function groupAt(words: readonly string[], at: number): Group {
  let group: Group = { value: 0, parts: 0, last: undefined };
  const add = (part: Part, value: number) =>
    (group = { value: group.value + value, parts: group.parts + 1, last: part });
  const next = () => (isOpen(group.last) ? partOf(words[at + group.parts]) : undefined);
  const [count, hundred] = [partOf(words[at]), partOf(words[at + 1])];
  const isCounted = count?.kind === "one" && count.value > 1 && isOpen(count);
  if (isCounted && hundred?.kind === "hundred") {
    add(count, 0);
    add(hundred, 100 * count.value);
  } else if (count?.kind === "hundred") add(count, 100);
  const ten = next();
  if (ten?.kind === "ten") add(ten, ten.value);
  const one = next();
  if (one?.kind === "one") add(one, one.value);
  return group;
}

/** Says whether a number may go on behind a word: an ending, or an ordinal, is its last. */
function isOpen(part: Part | undefined): boolean {
  return part === undefined || (part.ending === "" && !part.isOrdinal);
}

/** Suffixes that make another word of a number: "altısı" six of them, "ikişer" two each, "onluk" a tenner. */
const DERIVED =
  /^(?:s?[ıiuü](?:n\p{L}*)?|ş?[ae]r(?:l\p{L}*)?|l[ıiuü]k?\p{L}*|l[ae]r\p{L}*|\p{L}*nc[ıiuü]\p{L}*)$/u;

/** Says whether a word is made of a number and belongs to the numbers before it, though it is none: "elli altısı". */
export function isMadeOfNumber(word: string | undefined): boolean {
  if (word === undefined || partOf(word) !== undefined) return false;
  return NAMED.some(([name]) => word.startsWith(name) && DERIVED.test(word.slice(name.length)));
}

/** Returns the digit of a word without an ending; undefined for other words. */
export function spokenDigit(word: string | undefined): number | undefined {
  const known = VALUES.get(word ?? "");
  return known !== undefined && known.value < 10 ? known.value : undefined;
}

function partOf(word: string | undefined): Part | undefined {
  if (word === undefined) return undefined;
  const known = VALUES.get(word);
  if (known !== undefined) return { ...known, ending: "", isOrdinal: false };
  const ordinal = VALUES.get(ORDINALS.get(word) ?? "");
  if (ordinal !== undefined) return { ...ordinal, ending: "", isOrdinal: true };
  for (const [name, part] of VALUES) {
    // "Dört" softens before a vowel: "dördü".
    for (const stem of name === "dört" ? [name, "dörd"] : [name]) {
      const ending = word.slice(stem.length);
      if (word.startsWith(stem) && ending !== "" && isInflection(name, ending)) {
        return { ...part, ending, isOrdinal: false };
      }
    }
  }
  return undefined;
}
