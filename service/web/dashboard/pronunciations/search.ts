import type { Pronunciation } from "../frame/content.ts";

type Spoken = Pick<Pronunciation, "word" | "alias" | "ipa">;

/** Returns the entries whose word, alias or IPA contains the query, ignoring case and diacritics. */
export function foundEntries<Entry extends Spoken>(
  entries: readonly Entry[],
  query: string,
): readonly Entry[] {
  if (query.trim() === "") return entries;
  const wanted = folded(query.trim());
  return entries.filter(({ word, alias, ipa }) =>
    [word, alias ?? "", ipa ?? ""].some((text) => folded(text).includes(wanted)),
  );
}

/** Returns entries in Turkish alphabetical order. */
export function sortedEntries<Entry extends Spoken>(entries: readonly Entry[]): readonly Entry[] {
  const { compare } = new Intl.Collator("tr");
  return entries.toSorted((one, other) => compare(one.word, other.word));
}

/** Returns text in lower case, without diacritics and with ı as i, for readers without a Turkish keyboard. */
function folded(text: string): string {
  return text
    .toLocaleLowerCase("tr")
    .replaceAll("ı", "i")
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "");
}
