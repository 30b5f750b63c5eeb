import type { Pronunciation } from "../frame/content.ts";

/** The entries whose word, or what is said for it, has what is searched for, whatever its case. */
export function foundEntries(
  entries: readonly Pronunciation[],
  query: string,
): readonly Pronunciation[] {
  if (query.trim() === "") return entries;
  const wanted = folded(query.trim());
  return entries.filter(({ word, alias, ipa }) =>
    [word, alias ?? "", ipa ?? ""].some((text) => folded(text).includes(wanted)),
  );
}

/** The entries in the order of a Turkish dictionary. */
export function sortedEntries(entries: readonly Pronunciation[]): readonly Pronunciation[] {
  const { compare } = new Intl.Collator("tr");
  return entries.toSorted((one, other) => compare(one.word, other.word));
}

/** In small letters, with one i: whoever searches has not always a Turkish keyboard. */
function folded(text: string): string {
  return text
    .toLocaleLowerCase("tr")
    .replaceAll("ı", "i")
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "");
}
