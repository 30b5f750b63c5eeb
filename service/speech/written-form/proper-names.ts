import { dateSpellings } from "./dates.ts";
import { isOrdinaryBefore, PEOPLE } from "./lexicon.ts";
import { headSpellings, phraseSpellings } from "./name-phrases.ts";
import { readName, type NameReading } from "./name-reading.ts";
import { spellingOf, type Spelling } from "./spelling.ts";

const TITLES_AFTER_NAMES = [...PEOPLE.titlesAfterNames];
const SAID_AFTER_NAMES = [...TITLES_AFTER_NAMES, ...PEOPLE.kinshipAfterNames];

type Readings = readonly (NameReading | undefined)[];

/** Finds the words of a lower-case sentence that are names or part of one, by their index. */
export function nameSpellings(words: readonly string[]): ReadonlyMap<number, Spelling> {
  const readings = words.map(readName);
  const spellings = new Map<number, Spelling>();
  for (const [at, reading] of readings.entries()) {
    if (reading === undefined || !isName(words, readings, at)) continue;
    spellings.set(at, reading.takesApostrophe ? { apostropheAfter: reading.name.length } : {});
  }
  addTitles(spellings, words, readings);
  const larger = [phraseSpellings(words), headSpellings(words, readings), dateSpellings(words)];
  for (const found of larger) for (const [at, spelling] of found) spellings.set(at, spelling);
  return spellings;
}

/** Returns whether a word that can be read as a name is one in its context. */
function isName(words: readonly string[], readings: Readings, at: number): boolean {
  const reading = readings[at];
  const after = words[at + 1] ?? "";
  if (reading === undefined || isOrdinaryBefore(words[at] ?? "", after)) return false;
  if (reading.isCertain) return true;
  if (reading.isGivenName && isGivenNameHere(words, readings, at)) return true;
  if (reading.isSurname && isSurnameHere(words, readings, at)) return true;
  return reading.isPlace && isPlaceHere(words, readings, at);
}

function isGivenNameHere(words: readonly string[], readings: Readings, at: number): boolean {
  const [before, after] = [words[at - 1] ?? "", words[at + 1] ?? ""];
  if (before !== "bay" && isIntroduction(before)) return true;
  const next = readings[at + 1];
  const isBeforeSurname = next?.isSurname === true && next.isCertain;
  return readings[at]?.isBare === true && (isTitle(after) || isBeforeSurname);
}

/** An ordinary word after a first name is a surname only where the context shows that a full name is given. */
function isSurnameHere(words: readonly string[], readings: Readings, at: number): boolean {
  const given = readings[at - 1];
  if (given?.isGivenName !== true || !given.isBare) return false;
  return isIntroduction(words[at - 2] ?? "") || (given.isCertain && isTitle(words[at + 1] ?? ""));
}

/** A place that is spelled like an ordinary word is certain next to another place: "ordudan trabzona". */
function isPlaceHere(words: readonly string[], readings: Readings, at: number): boolean {
  const isSurePlace = (reading: NameReading | undefined) =>
    reading !== undefined && reading.isPlace && reading.isCertain;
  const isBeside = isSurePlace(readings[at - 1]) || isSurePlace(readings[at + 1]);
  return isBeside || /^(?:ili|ilinde|ilinin|şehri|şehrinde|otogarı)$/.test(words[at + 1] ?? "");
}

function addTitles(
  spellings: Map<number, Spelling>,
  words: readonly string[],
  readings: Readings,
): void {
  const isPerson = (at: number) =>
    spellings.has(at) && (readings[at]?.isGivenName === true || readings[at]?.isSurname === true);
  for (const [at, word] of words.entries()) {
    if (PEOPLE.titlesBeforeNames.has(word) && isPerson(at + 1)) spellings.set(at, {});
    if (!isPerson(at - 1) || readings[at - 1]?.isBare !== true) continue;
    const title = TITLES_AFTER_NAMES.find((one) => spellingOf(one, word) !== undefined);
    if (title !== undefined) spellings.set(at, spellingOf(title, word) ?? {});
  }
}

function isIntroduction(word: string): boolean {
  return PEOPLE.introductions.has(word) || PEOPLE.titlesBeforeNames.has(word);
}

function isTitle(word: string): boolean {
  return SAID_AFTER_NAMES.some((title) => spellingOf(title, word) !== undefined);
}
