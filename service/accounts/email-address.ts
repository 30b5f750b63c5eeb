import { LIMITS } from "../contract/limits.ts";

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@.]{2,}$/;

/** Says whether a text can be the e-mail address of an account. */
export function isEmailAddress(text: string): boolean {
  return text.length <= LIMITS.emailCharacters && EMAIL.test(text);
}
