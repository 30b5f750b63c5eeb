import type { PhraseState } from "./preferred-phrases.ts";

/** A letter as the decoder heard it. */
export interface HeardLetter {
  readonly text: string;
  /** First and last step in which it was the best token. */
  readonly firstStep: number;
  readonly lastStep: number;
  /** Natural logarithm of its highest probability. */
  readonly logProbability: number;
}

/** A hypothesis of the decoder: a prefix and one more token. Its scores change from step to step. */
export class Prefix {
  /** Undefined at the origin and where everything before is settled. */
  before: Prefix | undefined;
  /** The last token; 0 at the origin. */
  readonly token: number;
  /** The letter model's context after the last token; without a letter model the last token. */
  readonly context: number;
  /** The position in the preferred phrases after the last token. */
  readonly phrase: PhraseState;
  /** Score of the text by the letter model, the letter bonus and preferred phrases, in nats. */
  readonly spellingScore: number;
  /** Number of tokens from the origin on. */
  readonly length: number;
  /** First and last step of the last token in the likeliest alignment. */
  firstStep = 0;
  lastStep = 0;
  /** Highest log-probability of the last token between these steps. */
  logProbability = -Infinity;
  /** Log-probability of all alignments that end in a blank, and of those that end in the last token. */
  endingInBlank = -Infinity;
  endingInToken = -Infinity;
  /** Both for the step that is being computed. */
  nextEndingInBlank = -Infinity;
  nextEndingInToken = -Infinity;
  /** Log-probability of all alignments together; `rank` adds the spelling score. */
  total = -Infinity;
  rank = -Infinity;
  /** Linked list of the prefixes of the current step that have one token more. */
  firstChild: Prefix | undefined;
  nextSibling: Prefix | undefined;

  constructor(
    before: Prefix | undefined,
    token: number,
    context: number,
    phrase: PhraseState,
    spellingScore: number,
  ) {
    this.before = before;
    this.token = token;
    this.context = context;
    this.phrase = phrase;
    this.spellingScore = spellingScore;
    this.length = before === undefined ? 0 : before.length + 1;
  }

  /** Returns the prefix of the current step that extends this one by a token. */
  childWith(token: number): Prefix | undefined {
    let child = this.firstChild;
    while (child !== undefined && child.token !== token) child = child.nextSibling;
    return child;
  }

  addChild(child: Prefix): void {
    child.nextSibling = this.firstChild;
    this.firstChild = child;
  }

  /** Makes the step that was computed the current one. */
  advance(): void {
    this.endingInBlank = this.nextEndingInBlank;
    this.endingInToken = this.nextEndingInToken;
    this.total = logSum(this.endingInBlank, this.endingInToken);
    this.rank = this.total + this.spellingScore;
  }
}

/** Returns the prefix of the empty text. */
export function origin(context: number, phrase: PhraseState): Prefix {
  const empty = new Prefix(undefined, 0, context, phrase, 0);
  empty.endingInBlank = 0;
  empty.total = 0;
  empty.rank = 0;
  return empty;
}

/** Whether a space would add nothing: at the beginning and after another space. */
export function isAtWordStart(prefix: Prefix, space: number): boolean {
  return prefix.token === space || prefix.length === 0;
}

/** Returns the longest common prefix. */
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

/** Returns the letters and spaces after `from`, up to and including `to`. */
export function lettersBetween(from: Prefix, to: Prefix, tokens: readonly string[]): HeardLetter[] {
  const letters: HeardLetter[] = [];
  for (let prefix = to; prefix !== from; prefix = prefix.before!) {
    letters.push(lastLetterOf(prefix, tokens));
  }
  return letters.reverse();
}

/** Returns the last token of a prefix as a letter. */
export function lastLetterOf(prefix: Prefix, tokens: readonly string[]): HeardLetter {
  const { token, firstStep, lastStep, logProbability } = prefix;
  return { text: tokens[token]!, firstStep, lastStep, logProbability };
}

/** Returns ln(e^a + e^b). */
export function logSum(a: number, b: number): number {
  const larger = a > b ? a : b;
  const smaller = a > b ? b : a;
  return smaller === -Infinity ? larger : larger + Math.log1p(Math.exp(smaller - larger));
}
