import { normalize } from "./normalize.ts";

/** Characters, in UTF-16 units, on each side of a place that decide about it: a number, an abbreviation, a name with initials. */
export const PARTING_CONTEXT = 50;

/** Returns whether a text can be split here: if the parts are spoken like the whole, so not after "Dr." or "3." before "kat". */
export function arePartedAt(before: string, after: string): boolean {
  const whole = normalize(`${before} ${after}`);
  const parts = [...normalize(before), ...normalize(after)];
  return whole.length === parts.length && whole.every((sentence, at) => sentence === parts[at]);
}
