import type { Pronunciation } from "../frame/content.ts";

type Spoken = Pick<Pronunciation, "word" | "alias" | "ipa">;

/** The entries whose word, or what is said for it, has what is searched for, whatever its case. */
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

/** The entries in the order of a Turkish dictionary. */
export function sortedEntries<Entry extends Spoken>(entries: readonly Entry[]): readonly Entry[] {
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
