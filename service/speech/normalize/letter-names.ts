import letterNames from "../language/letter-names.json" with { type: "json" };
import { hasStandIn } from "./stand-ins.ts";

const LETTER_NAMES: Readonly<Record<string, string>> = letterNames;

/** Returns the names of a word's letters, lower or upper case. */
export function spelled(word: string): string {
  return Array.from(word.toLocaleLowerCase("tr"))
    .map((letter) => LETTER_NAMES[letter] ?? "")
    .filter(Boolean)
    .join(" ");
}

/** Returns whether a word has no vowel and so can only be spelled. */
export function isUnspeakable(word: string): boolean {
  return !/[aeıioöuüâîû]/u.test(word.toLocaleLowerCase("tr")) && !hasStandIn(word);
}

const CONSONANT = "[bcçdfgğhjklmnprsştvyz]";
const ONSET = `(?:[bdfgkpt][rl]|st|sp|sk|${CONSONANT})?`;
const CODA = `(?:[lnr][tkçps]|st|şt|ft|sk|${CONSONANT})?`;
const LIKE_A_WORD = new RegExp(`^${ONSET}[aeıioöuü](?:${CONSONANT}{1,2}[aeıioöuü])*${CODA}$`, "u");

/** Returns whether letters follow each other as in a Turkish word: "toki" does, "tbmm" and "aihm" do not. */
export function isLikeWord(word: string): boolean {
  return LIKE_A_WORD.test(word.toLocaleLowerCase("tr"));
}
