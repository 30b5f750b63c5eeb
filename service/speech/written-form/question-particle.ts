import { isToldOf } from "./embedded-questions.ts";
import { isPredicate, isSimplePast } from "./verb-forms.ts";

const PARTICLE =
  /^m(?:ı(?:y[ıd]ı?[mzk]?|sın|sınız|dır|ydı|ydım|ydın|ydık|ydınız|ymış)?|i(?:yi[mz]|sin|siniz|dir|ydi|ydim|ydin|ydik|ydiniz|ymiş)?|u(?:yu[mz]|sun|sunuz|dur|ydu|ydum|ydun|yduk|ydunuz|ymuş)?|ü(?:yü[mz]|sün|sünüz|dür|ydü|ydüm|ydün|ydük|ydünüz|ymüş)?)$/;
/** The particle written as one with a tense before it, which no other word ends in. */
const JOINED_TO_TENSE =
  /(?:yor|[ıiuüae]r|m[ae]z|acak|ecek|m[ıiuü]ş)(?:m[ıiuü]s[ıiuü]n(?:[ıiuü]z)?|m[ıiuü]y[ıiuü][mz])$|(?:[ıiuü]yor|yorlar|acaklar|ecekler)m[ıiuü]$/;
const JOINED_WORDS = new Set(["değilmi", "varmı", "yokmu", "olurmu", "olmazmı", "öylemi"]);

/** Says whether a sentence asks by the particle mı, mi, mu, mü. */
export function asksByParticle(words: readonly string[]): boolean {
  return words.some((word, at) => {
    if (JOINED_WORDS.has(word) || JOINED_TO_TENSE.test(word)) return true;
    if (at === 0 || !PARTICLE.test(word)) return false;
    const rest = words.slice(at + 1);
    return !isToldOf(rest) && !isEmphasis(words, at) && !isMoment(words[at - 1] ?? "", rest);
  });
}

/** "güzel mi güzel": very beautiful. */
function isEmphasis(words: readonly string[], at: number): boolean {
  return words[at - 1] === words[at + 1];
}

/** "akşam oldu mu eve döner": as soon as. */
function isMoment(before: string, rest: readonly string[]): boolean {
  const last = rest.at(-1) ?? "";
  const asksAgain = rest.some((word) => PARTICLE.test(word));
  return isSimplePast(before) && !asksAgain && isPredicate(last) && !isSimplePast(last);
}
