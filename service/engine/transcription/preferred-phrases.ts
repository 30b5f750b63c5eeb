import { SOFTENED } from "#turkish/alphabet.ts";

/** Added for each letter of a preferred phrase, in nats: about what the letter model takes off a rare name. */
const BONUS_PER_LETTER = 1;
/** Letters of the shortest phrase that takes endings; too many other words begin with a shorter one. */
const MIN_INFLECTED_LETTERS = 3;
/** Letters of a phrase after which a space may be ignored: unknown names are often decoded as two words. */
const MIN_JOINED_LETTERS = 2;

interface Node {
  readonly id: number;
  /** Number of letters from the root on, without spaces. */
  readonly letters: number;
  readonly children: Map<number, Node>;
  /** Whether a phrase may end here, and whether it may be followed by an ending. */
  isEnd: boolean;
  takesEnding: boolean;
}

/** The result of one more token of a text. */
export interface PhraseStep {
  readonly state: PhraseState;
  /** Change of the text's score by the token, in nats; negative where a phrase was begun in vain. */
  readonly gain: number;
}

/**
 * Phrases to prefer while decoding (contextual biasing after Zhao et al., 2019). Every letter of a phrase adds to the score of
 * a text; this is taken back when the text leaves the phrase before its end. Endings of a phrase add nothing.
 */
export class PreferredPhrases {
  /** The state at the beginning of a word. */
  readonly start: PhraseState;
  readonly space: number;
  readonly #states = new Map<string, PhraseState>();
  readonly #root: Node = emptyNode(0, 0);
  #nodes = 1;

  /** Takes lower-case phrases, with a space between words; leaves out those with letters that `tokens` lacks. */
  constructor(phrases: readonly string[], tokens: readonly string[], space: number) {
    this.space = space;
    for (const phrase of phrases) this.#add(phrase, tokens);
    this.start = this.stateOf(this.#root, 0);
  }

  /** Returns the state at a node, or at none, where the bonus of `kept` letters is kept; equal states are the same object. */
  stateOf(node: Node | undefined, kept: number): PhraseState {
    const key = `${node?.id ?? "-"} ${kept}`;
    const known = this.#states.get(key);
    if (known !== undefined) return known;
    const state = new PhraseState(this, node, kept);
    this.#states.set(key, state);
    return state;
  }

  #add(phrase: string, tokens: readonly string[]): void {
    const letters = Array.from(phrase);
    const path = letters.map((letter) => tokens.indexOf(letter));
    if (path.length === 0 || path.includes(-1)) return;
    const beforeLast = path
      .slice(0, -1)
      .reduce((node, token) => this.#child(node, token), this.#root);
    const last = this.#child(beforeLast, path.at(-1)!);
    last.isEnd = true;
    if (letters.length < MIN_INFLECTED_LETTERS) return;
    last.takesEnding = true;
    const softened = tokens.indexOf(SOFTENED[letters.at(-1)!] ?? "");
    if (softened > 0) this.#child(beforeLast, softened).takesEnding = true;
  }

  #child(node: Node, token: number): Node {
    const known = node.children.get(token);
    if (known !== undefined) return known;
    const child = emptyNode(this.#nodes, node.letters + (token === this.space ? 0 : 1));
    this.#nodes += 1;
    node.children.set(token, child);
    return child;
  }
}

/** The position of a text in the preferred phrases. */
export class PhraseState {
  /** Whether a phrase is begun but not complete, so that a space may be ignored here. */
  readonly isInside: boolean;
  readonly #phrases: PreferredPhrases;
  readonly #node: Node | undefined;
  /** Letters of the longest complete phrase that the text had before the current letter. */
  readonly #kept: number;
  readonly #steps: (PhraseStep | undefined)[] = [];

  constructor(phrases: PreferredPhrases, node: Node | undefined, kept: number) {
    this.#phrases = phrases;
    this.#node = node;
    this.#kept = kept;
    const isEnd = node?.isEnd === true || node?.takesEnding === true;
    this.isInside = node !== undefined && node.letters >= MIN_JOINED_LETTERS && !isEnd;
  }

  /** Change of the score if the text ends here, in nats, at most 0. */
  get loss(): number {
    return BONUS_PER_LETTER * (this.#whole - this.#letters);
  }

  /** Returns the result of one more token. */
  after(token: number): PhraseStep {
    return (this.#steps[token] ??=
      token === this.#phrases.space ? this.#space() : this.#letter(token));
  }

  get #letters(): number {
    return Math.max(this.#node?.letters ?? 0, this.#kept);
  }

  /** Letters that keep their bonus if the word ends here. */
  get #whole(): number {
    return this.#node?.isEnd === true ? Math.max(this.#node.letters, this.#kept) : this.#kept;
  }

  #letter(token: number): PhraseStep {
    const ended = this.#node?.takesEnding === true ? this.#node.letters : 0;
    const child = this.#node?.children.get(token);
    const state = this.#phrases.stateOf(child, Math.max(ended, this.#kept));
    return { state, gain: BONUS_PER_LETTER * (state.#letters - this.#letters) };
  }

  #space(): PhraseStep {
    const inside = this.#node?.children.get(this.#phrases.space);
    if (inside === undefined) return { state: this.#phrases.start, gain: this.loss };
    const state = this.#phrases.stateOf(inside, this.#whole);
    return { state, gain: BONUS_PER_LETTER * (state.#letters - this.#letters) };
  }
}

function emptyNode(id: number, letters: number): Node {
  return { id, letters, children: new Map(), isEnd: false, takesEnding: false };
}
