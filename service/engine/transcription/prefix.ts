import type { HeardLetter } from "./word-assembly.ts";

/** A text that the decoder considers: a prefix and one more token. Its scores change from step to step. */
export interface Prefix {
  /** Undefined at the origin and where everything before is settled. */
  before: Prefix | undefined;
  /** The last token; 0 at the origin. */
  readonly token: number;
  /** Tokens from the origin on. */
  readonly length: number;
  /** The letter model's context after the last token; without a letter model the last token. */
  readonly context: number;
  /** What the letter model and the letter bonus make of the text. */
  readonly spellingScore: number;
  /** First and last step of the last token in the likeliest alignment. */
  firstStep: number;
  lastStep: number;
  /** Log-probability of the last token where, between these steps, the network was surest of it. */
  logProbability: number;
  /** Log-probability of all alignments that end in a blank, and of those that end in the last token. */
  endingInBlank: number;
  endingInToken: number;
  /** The same, while the next step is added up. */
  nextEndingInBlank: number;
  nextEndingInToken: number;
  rank: number;
}

/** Returns the empty text. */
export function origin(context: number): Prefix {
  const empty = {
    before: undefined,
    token: 0,
    length: 0,
    context,
    spellingScore: 0,
    firstStep: 0,
    lastStep: 0,
  };
  return { ...empty, ...scores(0), logProbability: 0, rank: 0 };
}

/** Returns a prefix with one more token, of which no alignment is known yet. */
export function extend(
  before: Prefix,
  added: Pick<Prefix, "token" | "context" | "spellingScore">,
): Prefix {
  const place = { before, length: before.length + 1, firstStep: 0, lastStep: 0 };
  return { ...added, ...place, ...scores(-Infinity), logProbability: -Infinity, rank: -Infinity };
}

/** Whether a space would add nothing: at the beginning and after another space. */
export function isAtWordStart(prefix: Prefix, space: number): boolean {
  return prefix.token === space || prefix.length === 0;
}

/** Returns the longest prefix that all of them begin with. */
export function sharedPrefix(prefixes: readonly Prefix[]): Prefix {
  return prefixes.reduce((one, other) => {
    let [left, right] = [one, other];
    while (left !== right) {
      if (left.length >= right.length) left = left.before!;
      else right = right.before!;
    }
    return left;
  });
}

/** Returns the letters and spaces behind `from`, up to and with `to`. */
export function lettersBetween(from: Prefix, to: Prefix, tokens: readonly string[]): HeardLetter[] {
  const letters: HeardLetter[] = [];
  for (let prefix = to; prefix !== from; prefix = prefix.before!) {
    const { firstStep, lastStep, logProbability } = prefix;
    letters.push({ text: tokens[prefix.token]!, firstStep, lastStep, logProbability });
  }
  return letters.reverse();
}

/** Returns ln(e^a + e^b). */
export function logSum(a: number, b: number): number {
  const larger = Math.max(a, b);
  return larger === -Infinity ? larger : larger + Math.log1p(Math.exp(Math.min(a, b) - larger));
}

function scores(endingInBlank: number) {
  const next = { nextEndingInBlank: -Infinity, nextEndingInToken: -Infinity };
  return { endingInBlank, endingInToken: -Infinity, ...next };
}
