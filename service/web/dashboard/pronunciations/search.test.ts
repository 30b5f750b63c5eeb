import { expect, test } from "vitest";
import { foundEntries, sortedEntries } from "./search.ts";

const entry = (word: string, alias = "x") => ({
  id: word,
  word,
  alias,
  case_sensitive: false,
  word_boundaries: true,
});
const words = (entries: readonly { readonly word: string }[]) => entries.map(({ word }) => word);

test("the order is that of Turkish", () => {
  const entries = ["Zil", "çay", "İzmir", "Cem", "ızgara", "Dağ"].map((word) => entry(word));
  expect(words(sortedEntries(entries))).toEqual(["Cem", "çay", "Dağ", "ızgara", "İzmir", "Zil"]);
});

test("words and what is said for them are found whatever their case and dots", () => {
  const entries = [entry("IŞIK"), entry("API", "ey pi ay"), entry("NATO")];
  expect(words(foundEntries(entries, "isik"))).toEqual(["IŞIK"]);
  expect(words(foundEntries(entries, "Işı"))).toEqual(["IŞIK"]);
  expect(words(foundEntries(entries, " EY Pİ "))).toEqual(["API"]);
  expect(words(foundEntries(entries, ""))).toHaveLength(3);
});
