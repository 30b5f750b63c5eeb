import type { Language } from "#web-kit/language/languages.ts";
import type { SearchWords } from "./entry.ts";
import { stemOf, wordsOf } from "./terms.ts";

/** A word or phrase of a query, and the documentation's phrases of the same meaning. */
export interface Sought {
  readonly words: readonly string[];
  readonly synonyms: readonly (readonly string[])[];
}

/** Returns a function that splits a query into phrases with synonyms and other words, without stop words. */
export function seeker(
  { stopWords, synonyms }: SearchWords,
  language: Language,
): (question: string) => readonly Sought[] {
  const keyOf = (words: readonly string[]): string =>
    words.map((word) => stemOf(word, language)).join(" ");
  const ignored = new Set(wordsOf(stopWords));
  /** The documentation's phrases, by the alternatives that readers may type. */
  const meanings = Map.groupBy(
    Object.entries(synonyms).flatMap(([phrase, typed]) =>
      typed.map((other) => ({ key: keyOf(wordsOf(other)), words: wordsOf(phrase) })),
    ),
    ({ key }) => key,
  );
  const longest = Math.max(...[...meanings.keys()].map((key) => key.split(" ").length), 1);

  /** Returns the longest phrase with synonyms at the beginning of the words. */
  function knownPhrase(words: readonly string[]): Sought | undefined {
    for (let length = Math.min(longest, words.length); length > 0; length -= 1) {
      const phrase = words.slice(0, length);
      const found = meanings.get(keyOf(phrase));
      if (found !== undefined) return { words: phrase, synonyms: found.map((one) => one.words) };
    }
    return undefined;
  }

  return (question) => {
    const sought: Sought[] = [];
    let rest = wordsOf(question);
    for (let [word] = rest; word !== undefined; [word] = rest) {
      const known = knownPhrase(rest);
      if (known !== undefined) sought.push(known);
      else if (!ignored.has(word)) sought.push({ words: [word], synonyms: [] });
      rest = rest.slice(known?.words.length ?? 1);
    }
    return sought;
  };
}
