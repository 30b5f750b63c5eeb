import { readEmailAddress } from "#mail/address.ts";

/** Returns whether a text can be the e-mail address of an account. */
export function isEmailAddress(text: string): boolean {
  return text === text.trim() && readEmailAddress(text) !== undefined;
}
