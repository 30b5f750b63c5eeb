/** A value that a check may expect at a place in a JSON document. */
export type Expected = string | number | boolean;

/** Longer integers are compared by their rounded value. */
const MAX_DIGITS = 400;
const LONG_INTEGER = new RegExp(`^-?\\d{16,${MAX_DIGITS}}$`);
const HAS_LONG_INTEGER = /\d{16}/;
const MAX_SHOWN_CHARACTERS = 200;

/** The argument of a `JSON.parse` reviver with the source text of a value, which TypeScript's types do not have yet. */
interface ReviverContext {
  readonly source?: string;
}

/** Parses JSON, with a `bigint` for integers that a number cannot hold; returns undefined for a text that is not JSON. */
export function jsonOf(text: string): unknown {
  try {
    if (!HAS_LONG_INTEGER.test(text)) return JSON.parse(text) as unknown;
    const exact = (_key: string, value: unknown, context?: ReviverContext): unknown => {
      const { source = "" } = context ?? {};
      const isRounded = typeof value === "number" && !Number.isSafeInteger(value);
      return isRounded && LONG_INTEGER.test(source) ? BigInt(source) : value;
    };
    return JSON.parse(text, exact) as unknown;
  } catch {
    return undefined;
  }
}

/**
 * Reads a value in parsed JSON by a path of names joined with dots, and numbers for places in a list; a name may itself contain
 * dots. Returns undefined if nothing is there.
 */
export function valueAt(value: unknown, path: string): unknown {
  return find(value, path.split("."));
}

/** Returns whether a found value is the expected one; a `bigint` may be expected as a number or by its digits. */
export function isExpected(found: unknown, expected: Expected): boolean {
  if (typeof found !== "bigint") return found === expected;
  if (typeof expected === "string") return found.toString() === expected;
  return Number.isInteger(expected) && BigInt(expected) === found;
}

/** Formats a found value for messages: a short one as JSON. */
export function shown(value: unknown): string {
  if (typeof value === "bigint") return value.toString();
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (isObject(value)) return "an object";
  if (typeof value !== "string") return JSON.stringify(value) ?? "not there";
  const isLong = value.length > MAX_SHOWN_CHARACTERS;
  return JSON.stringify(isLong ? `${value.slice(0, MAX_SHOWN_CHARACTERS)}…` : value);
}

/** Returns whether a value is a JSON object, not a list. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function find(value: unknown, names: readonly string[]): unknown {
  if (names.length === 0) return value;
  for (let taken = 1; taken <= names.length; taken += 1) {
    const inner = memberOf(value, names.slice(0, taken).join("."));
    const found = inner === undefined ? undefined : find(inner, names.slice(taken));
    if (found !== undefined) return found;
  }
  return undefined;
}

function memberOf(value: unknown, name: string): unknown {
  if (Array.isArray(value))
    return /^\d+$/.test(name) ? (value[Number(name)] as unknown) : undefined;
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}
