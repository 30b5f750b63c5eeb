/** A number with thousands dots and a decimal comma. */

import { cardinal, decimal } from "./numbers.ts";
import type { Groups } from "./rule.ts";

/** Returns an amount in words, from the groups of the pattern `AMOUNT`. */
export function speakAmount({ whole = "", fraction }: Groups): string {
  const digits = whole.replaceAll(".", "");
  return fraction === undefined ? cardinal(digits) : decimal(digits, fraction, "virgül");
}
