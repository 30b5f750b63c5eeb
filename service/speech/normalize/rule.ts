/** The named groups that a rule's pattern found. */
export type Groups = Readonly<Record<string, string | undefined>>;

/** One thing that is written otherwise than it is spoken. */
export interface Rule {
  /** Global and Unicode-aware. */
  readonly pattern: RegExp;
  /** Returns what is said in the match's place. */
  readonly speak: (groups: Groups) => string;
}

/** Applies rules in order, each to what the one before left. */
export function applyRules(text: string, rules: readonly Rule[]): string {
  return rules.reduce(
    (spoken, { pattern, speak }) =>
      spoken.replace(pattern, (...found: unknown[]) => speak(groupsOf(found))),
    text,
  );
}

function groupsOf(found: readonly unknown[]): Groups {
  const last = found.at(-1);
  return typeof last === "object" && last !== null ? (last as Groups) : {};
}

/** Returns a pattern part that matches any of the names, longer ones first. */
export function anyOf(names: readonly string[]): string {
  const longestFirst = [...names].sort((left, right) => right.length - left.length);
  return longestFirst.map((name) => name.replace(/[$/.]/g, String.raw`\$&`)).join("|");
}

/** A whole number, with or without dots between thousands. */
export const WHOLE = String.raw`\d{1,3}(?:\.\d{3})+(?!\d)|\d+`;
/** A number that may have a decimal part after a comma. */
export const AMOUNT = String.raw`(?<whole>${WHOLE})(?:,(?<fraction>\d+))?`;
/** A Turkish ending after an apostrophe. */
export const SUFFIX = String.raw`(?:'(?<suffix>\p{Ll}+))?`;
/** Nothing that belongs to a longer number or word stands before. */
export const START = String.raw`(?<![\p{L}\d]|\d[.,:/])`;
/** No letter or digit follows. */
export const END = String.raw`(?![\p{L}\d])`;
