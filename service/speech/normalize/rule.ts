import { withSuffix } from "./suffix.ts";

/** The named groups that a pattern found. */
export type Groups = Readonly<Record<string, string | undefined>>;

/** A pattern (a string gets the flags "gu") and its replacement, to which the ending in the group `suffix` is joined. */
export type Rule = readonly [
  pattern: string | RegExp,
  speak: string | ((groups: Groups) => string),
];

/** Returns a function that applies rules to a text in order, each to the result of the one before. */
export function applying(rules: readonly Rule[]): (text: string) => string {
  const compiled = rules.map(([pattern, speak]) => ({
    pattern: typeof pattern === "string" ? new RegExp(pattern, "gu") : pattern,
    speak: typeof speak === "string" ? () => speak : speak,
  }));
  return (text) =>
    compiled.reduce(
      (spoken, { pattern, speak }) =>
        spoken.replace(pattern, (...found: unknown[]) => {
          const last = found.at(-1);
          const groups = typeof last === "object" ? (last as Groups) : {};
          return withSuffix(speak(groups), groups["suffix"]);
        }),
      text,
    );
}

/** Returns a pattern part that matches any of the names, longer ones first. */
export function anyOf(names: readonly string[]): string {
  const longestFirst = names.toSorted((left, right) => right.length - left.length);
  return longestFirst.map((name) => name.replace(/[$/.]/g, String.raw`\$&`)).join("|");
}

/** Returns a word with a capital at its beginning. */
export function capitalised(word: string): string {
  return word.charAt(0).toLocaleUpperCase("tr") + word.slice(1);
}

/** A whole number, with or without dots between thousands. */
export const WHOLE = String.raw`\d{1,3}(?:\.\d{3})+(?!\d)|\d+`;
/** A number that may have a decimal part after a comma, as `speakAmount` reads it. */
export const AMOUNT = String.raw`(?<whole>${WHOLE})(?:,(?<fraction>\d+))?`;
/** A Turkish ending after an apostrophe, which is adapted to the words before it. */
export const SUFFIX = String.raw`(?:'(?<suffix>\p{Ll}+))?`;
/** A Turkish ending after an apostrophe, which the rule joins itself. */
export const ENDING = String.raw`(?:'(?<ending>\p{Ll}+))?`;
/** Nothing that belongs to a longer number or word stands before. */
export const START = String.raw`(?<![\p{L}\d]|\d[.,:/])`;
/** No letter or digit follows. */
export const END = String.raw`(?![\p{L}\d])`;
/** A minus before a number, and no dash between two words. */
export const MINUS = "(?<minus>(?<![\\p{L}\\d]|\\d )-)?";

/** The lower end of a range that was taken apart, where a measure stands before both: "saatte yirmi otuz kilometre". */
export const LOWER = String.raw`(?<lower>\d+(?:,\d+)? (?:ile )?)?`;

/** Says "eksi" where a pattern found a MINUS. */
export function speakMinus({ minus }: Groups): string {
  return minus === undefined ? "" : "eksi ";
}

/** Joins an ending, or a space where there is none, as the next word may follow without one: "3.kat". */
export function apart(spoken: string, ending: string | undefined): string {
  return ending === undefined ? `${spoken} ` : withSuffix(spoken, ending);
}
