/** Added for each letter of a preferred phrase, in nats: about what the letter model takes off a rare name. */
const BONUS_PER_LETTER = 1;
/** A shorter phrase begins too many words for what follows it to be taken for an ending. */
const SHORTEST_WITH_ENDINGS = 3;
/** Letters of a phrase after which a space is doubted: unknown names are often heard as two words. */
const SHORTEST_INSIDE = 2;
/** How Turkish says the last letter of some words before an ending that begins with a vowel: Zonguldak, Zonguldağa. */
const SOFTENED: Readonly<Record<string, string>> = { k: "ğ", p: "b", t: "d", ç: "c" };

interface Node {
  readonly id: number;
  /** Letters from the root on. */
  readonly letters: number;
  readonly children: Map<number, Node>;
  /** Whether a phrase may end here, and whether it may have an ending. */
  isEnd: boolean;
  takesEnding: boolean;
}

/** What one more token of a text leads to. */
export interface PhraseStep {
  readonly state: PhraseState;
  /** What the token adds to the text's score, in nats; negative where a phrase was begun in vain. */
  readonly gain: number;
}

/**
 * Words to prefer while decoding (contextual biasing after Zhao et al., 2019). Every letter of a phrase adds to a
 * text's score, which is taken back when the text leaves the phrase before its end; its endings add nothing.
 */
export class PreferredPhrases {
  /** Where every word begins. */
  readonly start: PhraseState;
  readonly space: number;
  readonly #states = new Map<string, PhraseState>();
  readonly #root: Node = emptyNode(0, 0);
  #nodes = 1;

  /** Takes lower-case words, several in one phrase parted by a space; leaves out those with letters `tokens` lacks. */
  constructor(phrases: readonly string[], tokens: readonly string[], space: number) {
    this.space = space;
    for (const phrase of phrases) this.#add(phrase, tokens);
    this.start = this.stateOf(this.#root, 0);
  }

  /** Returns the state of a text that stands at a node, or at none, and may keep the bonus of some letters. */
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
    if (letters.length < SHORTEST_WITH_ENDINGS) return;
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

/** How far a text has come in the preferred phrases. */
export class PhraseState {
  /** Whether a phrase is begun and not ended, so that a space heard here may be none. */
  readonly isInside: boolean;
  readonly #phrases: PreferredPhrases;
  readonly #node: Node | undefined;
  /** Letters of the longest whole phrase that the text had before the current letter. */
  readonly #kept: number;
  readonly #steps: (PhraseStep | undefined)[] = [];

  constructor(phrases: PreferredPhrases, node: Node | undefined, kept: number) {
    this.#phrases = phrases;
    this.#node = node;
    this.#kept = kept;
    const isEnd = node?.isEnd === true || node?.takesEnding === true;
    this.isInside = node !== undefined && node.letters >= SHORTEST_INSIDE && !isEnd;
  }

  /** What is taken back if the text ends here, in nats, not above 0. */
  get loss(): number {
    return BONUS_PER_LETTER * (this.#whole - this.#letters);
  }

  /** Returns what one more token leads to. */
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
