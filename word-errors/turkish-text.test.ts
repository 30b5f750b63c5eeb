import { describe, expect, test } from "vitest";
import { textDistance } from "./text-distance.ts";
import { normalizeTurkish, numberWords } from "./turkish-text.ts";

describe("normalisation", () => {
  test.each([
    ["IĞDIR'da İNCİR", "ığdırda incir"],
    ["Merhaba, dünya!", "merhaba dünya"],
    ["kâr, millî, sükût", "kar milli sükut"],
    ["25 kişi", "yirmi beş kişi"],
    ["1.250 lira", "bin iki yüz elli lira"],
    ["3,5 metre", "üç virgül beş metre"],
    ["%50 indirim", "yüzde elli indirim"],
    ["saat 09:30", "saat sıfır dokuz otuz"],
    ["  çok   boşluk ", "çok boşluk"],
    ["I\u0307zmir", "izmir"],
    ["", ""],
  ])("reads %j as %j", (text, normal) => {
    expect(normalizeTurkish(text)).toBe(normal);
  });
});

describe("numbers", () => {
  test.each([
    ["0", "sıfır"],
    ["7", "yedi"],
    ["10", "on"],
    ["100", "yüz"],
    ["101", "yüz bir"],
    ["999", "dokuz yüz doksan dokuz"],
    ["1000", "bin"],
    ["2001", "iki bin bir"],
    ["1905", "bin dokuz yüz beş"],
    ["1000000", "bir milyon"],
    ["1001000", "bir milyon bin"],
    ["007", "sıfır sıfır yedi"],
  ])("%s is %s", (digits, words) => {
    expect(numberWords(digits)).toBe(words);
  });
});

test("an ending behind an apostrophe belongs to the last word of its number", () => {
  expect(normalizeTurkish("Saat 15'te, 1.200’ü geçti, 15 te")).toBe(
    "saat on beşte bin iki yüzü geçti on beş te",
  );
});

describe("the distance of two texts", () => {
  test("is none when they are read alike", () => {
    const distance = textDistance("Bugün 25 kişi geldi.", "bugün yirmi beş kişi geldi");
    expect(distance).toEqual({ wordErrorRatio: 0, characterErrorRatio: 0 });
  });

  test("counts substituted, missing and added words over the words said", () => {
    expect(textDistance("bir iki üç dört", "bir iki beş dört").wordErrorRatio).toBe(0.25);
    expect(textDistance("bir iki üç dört", "bir iki").wordErrorRatio).toBe(0.5);
    expect(textDistance("bir iki", "bir iki üç dört").wordErrorRatio).toBe(1);
  });

  test("counts characters, spaces included", () => {
    expect(textDistance("abcd", "abxd").characterErrorRatio).toBe(0.25);
    expect(textDistance("ab cd", "abcd").characterErrorRatio).toBe(0.2);
  });

  test("to silence is everything that was said", () => {
    expect(textDistance("bir iki", "")).toEqual({ wordErrorRatio: 1, characterErrorRatio: 1 });
  });
});
