import type { PronunciationRule } from "./pronunciation.ts";
import { textUnits, type TextUnit } from "./text-units.ts";

interface FoundWord {
  readonly rule: PronunciationRule;
  /** UTF-16 offsets into the text. */
  readonly start: number;
  readonly end: number;
}

class Node {
  readonly next = new Map<string, Node>();
  /** The rule for a word in any case that ends here. */
  anyCase: PronunciationRule | undefined;
  /** Case-sensitive rules for words that end here, by their exact spelling. */
  readonly exact = new Map<string, PronunciationRule>();
}

const WORD_CHARACTER = /^[\p{L}\p{M}\p{N}_]/u;
const MARK = /^\p{M}/u;

/**
 * Finds the words of many rules in one pass with a trie of case-folded characters; at each position the longest match wins. Of
 * two rules for one word, the case-sensitive one wins; of two with the same `wordKey`, the last.
 */
export class WordIndex {
  readonly #root = new Node();

  constructor(rules: Iterable<PronunciationRule>) {
    for (const rule of rules) this.#add(rule);
  }

  #add(rule: PronunciationRule): void {
    let node = this.#root;
    for (const { folded } of textUnits(rule.word)) {
      let next = node.next.get(folded);
      if (next === undefined) node.next.set(folded, (next = new Node()));
      node = next;
    }
    if (rule.caseSensitive) node.exact.set(rule.word, rule);
    else node.anyCase = rule;
  }

  /** Returns the matches in a text in NFC, in order and without overlaps. */
  find(text: string): FoundWord[] {
    if (this.#root.next.size === 0) return [];
    const units = textUnits(text);
    const found: FoundWord[] = [];
    for (let at = 0; at < units.length;) {
      const longest = this.#longestAt(units, at);
      if (longest === undefined) {
        at += 1;
        continue;
      }
      const { rule, endAt } = longest;
      found.push({ rule, start: units[at]?.start ?? 0, end: units[endAt - 1]?.end ?? 0 });
      at = endAt;
    }
    return found;
  }

  #longestAt(units: readonly TextUnit[], at: number) {
    let longest: { readonly rule: PronunciationRule; readonly endAt: number } | undefined;
    let node = this.#root.next.get(units[at]?.folded ?? "");
    for (let endAt = at + 1; node !== undefined; endAt += 1) {
      const rule = ruleAt(node, units, at, endAt);
      if (rule !== undefined) longest = { rule, endAt };
      node = node.next.get(units[endAt]?.folded ?? "");
    }
    return longest;
  }
}

function ruleAt({ anyCase, exact }: Node, units: readonly TextUnit[], at: number, endAt: number) {
  const written = exact.size === 0 ? undefined : exact.get(exactWord(units.slice(at, endAt)));
  return [written, anyCase].find((rule) => rule !== undefined && stands(rule, units, at, endAt));
}

function exactWord(units: readonly TextUnit[]): string {
  return units.map(({ exact }) => exact).join("");
}

/** Returns whether a match has the boundaries that its rule requires; a letter is never separated from its combining mark. */
function stands(
  { wordBoundaries }: PronunciationRule,
  units: readonly TextUnit[],
  at: number,
  endAt: number,
): boolean {
  if (!wordBoundaries) return !MARK.test(units[endAt]?.exact ?? "");
  return !joins(units, at) && !joins(units, endAt);
}

/** Returns whether the characters on both sides of a position belong to one word. */
function joins(units: readonly TextUnit[], at: number): boolean {
  return isWordCharacter(units[at - 1]) && isWordCharacter(units[at]);
}

function isWordCharacter(unit: TextUnit | undefined): boolean {
  return unit !== undefined && WORD_CHARACTER.test(unit.exact);
}
