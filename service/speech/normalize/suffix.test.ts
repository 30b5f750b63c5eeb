import { describe, expect, it } from "vitest";

import { isPossession, withPossession, withSuffix } from "./suffix.ts";

describe("withSuffix", () => {
  it.each([
    ["üç", "te", "üçte"],
    ["üç", "de", "üçte"],
    ["altı", "te", "altıda"],
    ["beş", "inci", "beşinci"],
    ["yirmi", "ye", "yirmiye"],
    ["altı", "ya", "altıya"],
    ["dokuz", "u", "dokuzu"],
    ["dört", "ü", "dördü"],
    ["on dört", "e", "on dörde"],
    ["dört", "te", "dörtte"],
    ["kırk", "ı", "kırkı"],
    ["iki", "er", "ikişer"],
    ["beş", "şer", "beşer"],
    ["altı", "daki", "altıdaki"],
    ["otuz", "dakiler", "otuzdakiler"],
    ["beş", "teki", "beşteki"],
    ["elli", "yken", "elliyken"],
    ["elli altı", "yken", "elli altıyken"],
    ["lira", "ye", "liraya"],
    ["lira", "lik", "liralık"],
    ["kilogram", "yi", "kilogramı"],
    ["gigabayt", "lik", "gigabaytlık"],
    ["metre", "in", "metrenin"],
    ["avro", "yu", "avroyu"],
    ["dolar", "nin", "doların"],
    ["dolar", "siz", "dolarsız"],
    ["saat", "ta", "saatte"],
    ["te be me me", "de", "te be me mede"],
    ["pe ka ka", "nin", "pe ka kanın"],
    ["dolar", "yla", "dolarla"],
    ["kilo", undefined, "kilo"],
    ["te be me me", "le", "te be me meyle"],
    ["çift ve", "ın", "çift venin"],
    ["iks", "ye", "ikse"],
    ["ka", "lerden", "kalardan"],
    ["petrol", "ü", "petrolü"],
  ])("joins %s and %s to %s", (spoken, suffix, joined) => {
    expect(withSuffix(spoken, suffix)).toBe(joined);
  });

  it.each([
    ["şirketi", "nin", "şirketinin"],
    ["şirketi", "ye", "şirketine"],
    ["caddesi", "de", "caddesinde"],
    ["sokağı", "ta", "sokağında"],
    ["bulvarı", "dan", "bulvarından"],
    ["caddesi", "yi", "caddesini"],
    ["caddesi", "ler", "caddeleri"],
    ["meclisi", "lerde", "meclislerinde"],
    ["şirketi", "le", "şirketiyle"],
    ["şirketi", "ce", "şirketince"],
  ])("puts an n between %s and %s", (spoken, suffix, joined) => {
    expect(withSuffix(spoken, suffix, true)).toBe(joined);
  });
});

describe("withPossession", () => {
  it.each([
    ["iki", "ü", "ikisi"],
    ["iki", "ünü", "ikisini"],
    ["bir", "i", "biri"],
    ["üç", "sü", "üçü"],
    ["dört", "ünde", "dördünde"],
  ])("makes %s with %s %s", (spoken, suffix, joined) => {
    expect(withPossession(spoken, suffix)).toBe(joined);
  });

  it.each([
    ["ü", true],
    ["si", true],
    ["ünü", true],
    ["sine", true],
    ["te", false],
    ["ün", false],
    ["lik", false],
  ])("says of %s: %s", (suffix, expected) => {
    expect(isPossession(suffix)).toBe(expected);
  });
});
