import { normalize } from "./normalize.ts";

/** Returns whether a text can be split here: if the parts are spoken like the whole, so not after "Dr." or "3." before "kat". */
export function arePartedAt(before: string, after: string): boolean {
  const whole = normalize(`${before} ${after}`);
  const parts = [...normalize(before), ...normalize(after)];
  return whole.length === parts.length && whole.every((sentence, at) => sentence === parts[at]);
}
