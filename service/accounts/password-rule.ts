import commonWords from "./common-password-words.json" with { type: "json" };
import { LIMITS } from "../contract/limits.ts";

export type PasswordFault = "too-short" | "too-long" | "too-common" | "like-email";

/** What has to be left of a password without words and sequences that everybody uses. */
const LEAST_OWN_CHARACTERS = 5;
const LEAST_DIFFERENT_CHARACTERS = 5;
/** A local part that is shorter may well be part of another word. */
const LEAST_NAME_CHARACTERS = 4;
const LIKE_LETTERS: Readonly<Record<string, string>> = {
  "0": "o",
  "1": "i",
  "3": "e",
  "4": "a",
  "5": "s",
  "@": "a",
  $: "s",
};

/** Says why a new password is refused; undefined for one that will do. */
export function passwordFault(password: string, email: string): PasswordFault | undefined {
  const characters = Array.from(password).length;
  const { least, most } = LIMITS.passwordCharacters;
  if (characters < least) return "too-short";
  if (characters > most) return "too-long";
  const plain = plainText(password);
  if (ownPart(plain, namesIn(email)).length < LEAST_OWN_CHARACTERS) return "like-email";
  const own = ownPart(withoutSequences(plain), commonWords.map(plainText)).replaceAll(
    /[^\p{L}\p{N}]/gu,
    "",
  );
  const isCommon =
    own.length < LEAST_OWN_CHARACTERS || new Set(plain).size < LEAST_DIFFERENT_CHARACTERS;
  return isCommon ? "too-common" : undefined;
}

/** In lower case, without marks. */
function plainText(text: string): string {
  return text.toLowerCase().normalize("NFD").replaceAll(/\p{M}/gu, "").replaceAll("ı", "i");
}

/** The address, what stands before its sign and the first name of its host. */
function namesIn(email: string): readonly string[] {
  const plain = plainText(email);
  const [local = "", host = ""] = plain.split("@");
  return [plain, local, host.split(".")[0] ?? ""].filter(
    (name) => name.length >= LEAST_NAME_CHARACTERS,
  );
}

/** What is left without the words, however they are disguised. */
function ownPart(plain: string, words: readonly string[]): string {
  const left = (text: string) => words.reduce((rest, word) => rest.replaceAll(word, ""), text);
  const undisguised = plain.replaceAll(/[01345@$]/g, (sign) => LIKE_LETTERS[sign] ?? sign);
  const [one, other] = [left(plain), left(undisguised)];
  return one.length < other.length ? one : other;
}

/** Without runs of one character, of digits that follow each other, and without years. */
function withoutSequences(plain: string): string {
  return plain
    .replaceAll(/(?:19|20)\d\d/g, "")
    .replaceAll(/(.)\1{2,}/gu, "")
    .replaceAll(/(?:0?1234567890?|0?123456|12345|1234|0?987654321|98765|654321|54321|4321)/g, "");
}
