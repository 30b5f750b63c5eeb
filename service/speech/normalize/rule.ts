/** One thing that is written otherwise than it is spoken. */
export interface Rule {
  /** Global and Unicode-aware. */
  readonly pattern: RegExp;
  /** Returns what is said in the match's place; takes the named groups of the pattern. */
  readonly speak: (groups: Readonly<Record<string, string | undefined>>) => string;
}

/** Applies rules in order, each to what the one before left. */
export function applyRules(text: string, rules: readonly Rule[]): string {
  return rules.reduce(
    (spoken, { pattern, speak }) =>
      spoken.replace(pattern, (...found: unknown[]) => speak(groupsOf(found))),
    text,
  );
}

function groupsOf(found: readonly unknown[]): Readonly<Record<string, string | undefined>> {
  const last = found.at(-1);
  return typeof last === "object" && last !== null
    ? (last as Record<string, string | undefined>)
    : {};
}

/** A whole number, with or without dots between thousands. */
export const WHOLE = String.raw`\d{1,3}(?:\.\d{3})+(?!\d)|\d+`;
/** A number that may have a decimal part after a comma. */
export const AMOUNT = String.raw`(?<whole>${WHOLE})(?:,(?<fraction>\d+))?`;
/** A Turkish ending after an apostrophe. */
export const SUFFIX = String.raw`(?:['’](?<suffix>\p{Ll}+))?`;
/** Nothing that belongs to a longer number or word stands before. */
export const START = String.raw`(?<![\p{L}\d]|\d[.,:/])`;
