import { randomBytes } from "node:crypto";
import commonWords from "./common-password-words.json" with { type: "json" };
import { LIMITS } from "../contract/limits.ts";

export type PasswordFault = "too-short" | "too-long" | "too-common" | "like-email";

/** Minimum number of characters left of a password without common words and sequences. */
const MIN_OWN_CHARACTERS = 5;
const MIN_DIFFERENT_CHARACTERS = 5;
const RANDOM_BYTES = 18;
/** Shorter names are ignored, since they may well be part of another word. */
const MIN_NAME_CHARACTERS = 4;
const LIKE_LETTERS: Readonly<Record<string, string>> = {
  "0": "o",
  "1": "i",
  "3": "e",
  "4": "a",
  "5": "s",
  "@": "a",
  $: "s",
};

/** Returns a new password for somebody who chose none: 24 URL-safe characters. */
export function randomPassword(): string {
  return randomBytes(RANDOM_BYTES).toString("base64url");
}

/** Returns why a new password is refused; undefined for an acceptable one. */
export function passwordFault(password: string, email: string): PasswordFault | undefined {
  const characters = Array.from(password).length;
  const { min, max } = LIMITS.passwordCharacters;
  if (characters < min) return "too-short";
  if (characters > max) return "too-long";
  const plain = plainText(password);
  if (ownPart(plain, namesIn(email)).length < MIN_OWN_CHARACTERS) return "like-email";
  const own = ownPart(withoutSequences(plain), commonWords.map(plainText)).replaceAll(
    /[^\p{L}\p{N}]/gu,
    "",
  );
  const isCommon =
    own.length < MIN_OWN_CHARACTERS || new Set(plain).size < MIN_DIFFERENT_CHARACTERS;
  return isCommon ? "too-common" : undefined;
}

/** Returns a text in lower case and without diacritics. */
function plainText(text: string): string {
  return text.toLowerCase().normalize("NFD").replaceAll(/\p{M}/gu, "").replaceAll("ı", "i");
}

/** Returns the address, its local part and the first label of its host. */
function namesIn(email: string): readonly string[] {
  const plain = plainText(email);
  const [local = "", host = ""] = plain.split("@");
  return [plain, local, host.split(".")[0] ?? ""].filter(
    (name) => name.length >= MIN_NAME_CHARACTERS,
  );
}

/** Returns what is left of a password without the words, also where other characters stand for their letters. */
function ownPart(plain: string, words: readonly string[]): string {
  const left = (text: string) => words.reduce((rest, word) => rest.replaceAll(word, ""), text);
  const undisguised = plain.replaceAll(/[01345@$]/g, (sign) => LIKE_LETTERS[sign] ?? sign);
  const [one, other] = [left(plain), left(undisguised)];
  return one.length < other.length ? one : other;
}

/** Removes years, runs of one character and sequences of consecutive digits. */
function withoutSequences(plain: string): string {
  return plain
    .replaceAll(/(?:19|20)\d\d/g, "")
    .replaceAll(/(.)\1{2,}/gu, "")
    .replaceAll(/(?:0?1234567890?|0?123456|12345|1234|0?987654321|98765|654321|54321|4321)/g, "");
}
