import { expect, test } from "vitest";
import { lastVowelOf } from "../language/turkish-letters.ts";
import { fullYear, monthName } from "./dates.ts";
import { normalize } from "./normalize.ts";
import { afterZeros, cardinal, decimal, digitByDigit, ordinal } from "./numbers.ts";

test.each([
  // Abbreviations.
  ["MS 300 yılında", "milattan sonra üç yüz yılında."],
  ["MÖ 300 yılında", "milattan önce üç yüz yılında."],
  ["elma, armut vb. alındı", "elma, armut ve benzeri alındı."],
  ["elma, armut vb.", "elma, armut ve benzeri."],
  ["2023/12 K. sayılı", "iki bin yirmi üç bölü on iki karar sayılı."],
  ["2023/12 E. sayılı", "iki bin yirmi üç bölü on iki esas sayılı."],
  ["5 No'lu salon", "beş numaralı salon."],
  ["No: 5", "numara beş."],
  // Zones, and numbers of other countries.
  ["UTM 35N", "u te me otuz beşinci dilim kuzey."],
  ["UTM 35K", "u te me otuz beşinci dilim kuzey."],
  ["UTM 35S", "u te me otuz beşinci dilim güney."],
  ["UTM 35G", "u te me otuz beşinci dilim güney."],
  ["+1 212 555 1234", "artı bir iki yüz on iki beş yüz elli beş on iki otuz dört."],
  // Fractions: alone, and as a part of something.
  ["½'si", "yarısı."],
  ["½ elma", "yarım elma."],
  ["¾'ü", "dörtte üçü."],
  ["3½ saat", "üç buçuk saat."],
  // Money: with scales, per unit, and without a whole.
  ["10K TL", "on bin lira."],
  ["$10K", "on bin dolar."],
  ["3 mn lira", "üç milyon lira."],
  ["3 mlr", "üç milyar."],
  ["5 TL/kg", "kilogramı beş lira."],
  ["₺12,50/kg", "kilogramı on iki lira elli kuruş."],
  ["0,05 TL", "beş kuruş."],
  ["1 TL", "bir lira."],
  ["12,5 TL", "on iki lira elli kuruş."],
  ["12,00 TL", "on iki lira."],
  ["12,345 TL", "on iki virgül üç yüz kırk beş lira."],
  ["USD/TRY", "dolar lira."],
  // Dates in figures, in Roman ones and written short.
  ["21.XI.2026", "yirmi bir kasım iki bin yirmi altı."],
  ["12 Kas. 2026", "on iki kasım iki bin yirmi altı."],
  ["12 kas 2026", "on iki kasım iki bin yirmi altı."],
  // Quantities.
  ["m²", "metrekare."],
  ["90 km/sa", "saatte doksan kilometre."],
  ["5 mg/dl", "desilitrede beş miligram."],
  ["39°56'12\"K", "otuz dokuz derece elli altı dakika on iki saniye kuzey."],
  // Estimates, numerals and spaces in thousands.
  ["5-6 gün", "beş altı gün."],
  ["XIV. Louis", "on dördüncü Louis."],
  ["IX. Louis", "dokuzuncu Louis."],
  ["1 234 567 kişi", "bir milyon iki yüz otuz dört bin beş yüz altmış yedi kişi."],
  ["pi sayısı 3.14", "pi sayısı üç virgül on dört."],
  ["Pi = 3.14", "Pi eşittir üç virgül on dört."],
  // A floor and kelvins.
  ["No: 12 K: 3 D: 5", "numara on iki kat üç daire beş."],
  ["300 K: sıcak", "üç yüz kelvin, sıcak."],
  // No names of the programming language are entities.
  ["a &valueOf; b", "a ve value Of, be."],
])("%s is spoken as %s", (written, spoken) => {
  expect(normalize(written)).toEqual([spoken]);
});

test.each([
  ["0", "sıfır"],
  ["1", "bir"],
  ["10", "on"],
  ["100", "yüz"],
  ["200", "iki yüz"],
  ["1000", "bin"],
  ["2000", "iki bin"],
  ["1000000", "bir milyon"],
  ["1001001", "bir milyon bin bir"],
  ["05", "sıfır beş"],
])("the number %s is %s", (digits, words) => {
  expect(cardinal(digits)).toBe(words);
});

test("numbers are said in turn, after their zeros, by their place and behind a point", () => {
  expect(digitByDigit("907")).toBe("dokuz sıfır yedi");
  expect(["00", "0", "012", "12", ""].map(afterZeros)).toEqual([
    "sıfır sıfır",
    "sıfır",
    "sıfır on iki",
    "on iki",
    "",
  ]);
  expect(["0", "1", "21", "100"].map(ordinal)).toEqual([
    "sıfırıncı",
    "birinci",
    "yirmi birinci",
    "yüzüncü",
  ]);
  expect([decimal("3", "125", "virgül"), decimal("3", "0012", "nokta")]).toEqual([
    "üç virgül yüz yirmi beş",
    "üç nokta sıfır sıfır on iki",
  ]);
  // More than three digits are said one by one.
  expect(decimal("3", "1415", "virgül")).toBe("üç virgül bir dört bir beş");
});

test.each([
  [1, "ocak"],
  [12, "aralık"],
  [0, ""],
  [13, ""],
])("the month %s is %j", (month, name) => {
  expect(monthName(month)).toBe(name);
});

test.each([
  ["00", "2000"],
  ["49", "2049"],
  ["50", "1950"],
  ["99", "1999"],
  ["1453", "1453"],
])("the year %s is %s", (year, full) => {
  expect(fullYear(year)).toBe(full);
});

test.each([
  ["araba", "a"],
  ["ILGAZ", "a"],
  ["KIZ", "ı"],
  ["rüzgâr", "â"],
  ["brr", "e"],
])("the last vowel of %s is %s", (word, vowel) => {
  expect(lastVowelOf(word)).toBe(vowel);
});
