import { randomInt } from "node:crypto";

const ID_LENGTH = 12;
const idLetters = "0123456789abcdefghijklmnopqrstuvwxyz";

/** Returns an id of the form Statuspage's clients know. */
export function newId(): string {
  return Array.from({ length: ID_LENGTH }, () => idLetters[randomInt(idLetters.length)]).join("");
}
