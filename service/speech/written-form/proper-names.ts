import { dateSpellings } from "./dates.ts";
import { isInflection } from "./endings.ts";
import {
  INTRODUCTIONS,
  isOrdinaryBefore,
  KINSHIP_AFTER_NAMES,
  TITLES_AFTER_NAMES,
  TITLES_BEFORE_NAMES,
} from "./lexicon.ts";
import { headSpellings, phraseSpellings } from "./name-phrases.ts";
import { readName, type NameReading } from "./name-reading.ts";
import type { Spelling } from "./spelling.ts";

type Readings = readonly (NameReading | undefined)[];

/** Finds the words of a lower-case sentence that are names or belong to one, by their place in it. */
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

/** Says whether a word that can be read as a name is one where it stands. */
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
  if (INTRODUCTIONS.has(before) || (TITLES_BEFORE_NAMES.has(before) && before !== "bay"))
    return true;
  const next = readings[at + 1];
  const isBare = readings[at]?.isBare === true;
  return isBare && (isTitle(after) || isCertainSurname(next));
}

/** An ordinary word after a first name is its surname only where something else says that a full name is given. */
function isSurnameHere(words: readonly string[], readings: Readings, at: number): boolean {
  const given = readings[at - 1];
  if (given?.isGivenName !== true || !given.isBare) return false;
  const before = words[at - 2] ?? "";
  const isIntroduced = INTRODUCTIONS.has(before) || TITLES_BEFORE_NAMES.has(before);
  return isIntroduced || (given.isCertain && isTitle(words[at + 1] ?? ""));
}

/** A place that is spelled like a word is sure beside another place: "ordudan trabzona". */
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
    if (TITLES_BEFORE_NAMES.has(word) && isPerson(at + 1)) spellings.set(at, {});
    if (!isPerson(at - 1) || readings[at - 1]?.isBare !== true) continue;
    const title = formOf(TITLES_AFTER_NAMES, word);
    if (title === undefined) continue;
    spellings.set(at, title === word ? {} : { apostropheAfter: title.length });
  }
}

function isCertainSurname(reading: NameReading | undefined): boolean {
  return reading !== undefined && reading.isSurname && reading.isCertain;
}

function isTitle(word: string): boolean {
  return (
    formOf(TITLES_AFTER_NAMES, word) !== undefined ||
    formOf(KINSHIP_AFTER_NAMES, word) !== undefined
  );
}

function formOf(titles: ReadonlySet<string>, word: string): string | undefined {
  return [...titles].find(
    (title) =>
      word === title || (word.startsWith(title) && isInflection(title, word.slice(title.length))),
  );
}
