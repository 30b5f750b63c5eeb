import { isDeepStrictEqual } from "node:util";

/** A difference between what the interface says and what came. */
export class Mismatch extends Error {
  override readonly name = "Mismatch";

  constructor(what: string, expected: unknown, came: unknown) {
    super(`${what}: expected ${shown(expected)}, came ${shown(came)}`);
  }
}

/** Throws Mismatch unless both are deeply equal. */
export function same(what: string, came: unknown, expected: unknown): void {
  if (!isDeepStrictEqual(came, expected)) throw new Mismatch(what, expected, came);
}

/** Throws Mismatch unless the text matches. */
export function matches(what: string, came: unknown, pattern: RegExp): void {
  if (typeof came !== "string" || !pattern.test(came)) throw new Mismatch(what, pattern, came);
}

/** Throws Mismatch unless `holds`; `expected` says in words what should be. */
export function that(what: string, holds: boolean, expected: string, came: unknown): void {
  if (!holds) throw new Mismatch(what, expected, came);
}

const MAX_CHARACTERS = 400;

function shown(value: unknown): string {
  const text = value instanceof RegExp ? String(value) : (JSON.stringify(value) ?? "nothing");
  return text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS)}…` : text;
}
