import { expect, test } from "vitest";
import { matching, type SearchEntry } from "./match.ts";

const entry = (page: string, part: string, text: string): SearchEntry => ({
  href: `/docs#${part}`,
  page,
  part,
  text,
});
const entries = [
  entry("Canlı yazıya dökme", "", "Ses konuşulurken metne dönüşür."),
  entry(
    "Canlı yazıya dökme",
    "Duraklama",
    "endpointing_ms kadar süren bir duraklama bölütü bitirir.",
  ),
  entry("Hatalar", "rate_limit_exceeded", "Dakikadaki istek sınırına ulaşıldı."),
];

test("letters without their Turkish marks find those that have them", () => {
  expect(matching(entries, "YAZIYA DOKME")).toHaveLength(2);
  expect(matching(entries, "sinirina")).toEqual([entries[2]]);
});

test("every word has to begin a word, and a title comes before a mention", () => {
  expect(matching(entries, "canlı endpointing")).toEqual([entries[1]]);
  expect(matching(entries, "duraklama")).toEqual([entries[1]]);
  expect(matching(entries, "rate_limit")).toEqual([entries[2]]);
  expect(matching(entries, "canlı balık")).toEqual([]);
  expect(matching(entries, "  ")).toEqual([]);
});
