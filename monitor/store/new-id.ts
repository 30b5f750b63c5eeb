import { randomInt } from "node:crypto";

const ID_LENGTH = 12;
const ID_LETTERS = "0123456789abcdefghijklmnopqrstuvwxyz";

/** Returns a random id in the format that Statuspage's clients expect. */
export function newId(): string {
  return Array.from({ length: ID_LENGTH }, () => ID_LETTERS[randomInt(ID_LETTERS.length)]).join("");
}
