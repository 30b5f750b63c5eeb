/** Numbers in running text: telephone numbers, ordinals, fractions, decimals, and what is left. */

import { speakAmount } from "./amounts.ts";
import { afterZeros, cardinal, decimal, digitByDigit, ordinal } from "./numbers.ts";
import { AMOUNT, START, SUFFIX, WHOLE, type Rule } from "./rule.ts";
import { withSuffix } from "./suffix.ts";

/** A number with a point and a capital after it is an ordinal before these, else the end of a sentence. */
const CAPITAL_AFTER_ORDINAL =
  "Dünya|Cadde|Sokak|Kat|Bölüm|Madde|Ordu|Lig|Sınıf|Etap|Kısım|Cilt|Hafta|Gün|Yıl|Noter|Bölge|Kolordu|Abdülhamit|Murat|Selim|Mahmut|Mehmet|Ahmet|Osman|Mustafa";

/** Longer numbers without any separator are read digit by digit. */
const LONGEST_CARDINAL_DIGITS = 12;

function speakTelephone({
  country,
  trunk,
  area = "",
  first = "",
  second = "",
  third = "",
  suffix,
}: Readonly<Record<string, string | undefined>>): string {
  const lead =
    country === undefined ? (trunk === undefined ? [] : ["sıfır"]) : ["artı", cardinal(country)];
  const groups = [area, first, second, third].map(afterZeros);
  return withSuffix([...lead, ...groups].join(" "), suffix);
}

/** Rules for numbers that no unit, currency or calendar explains; to be applied after those. */
export const numberRules: readonly Rule[] = [
  {
    pattern: new RegExp(
      `(?<![\\d.,])(?:\\+(?<country>\\d{1,2}) ?)?\\(?(?<trunk>0 ?)?\\(?(?<area>[2-58]\\d{2})\\)?[ -]?(?<first>\\d{3})[ -]?(?<second>\\d{2})[ -]?(?<third>\\d{2})(?!\\d)${SUFFIX}`,
      "gu",
    ),
    speak: speakTelephone,
  },
  {
    pattern: new RegExp(
      `${START}(?<number>\\d{1,4})\\.(?= \\p{Ll}| (?:${CAPITAL_AFTER_ORDINAL})|['’]\\p{Ll})${SUFFIX}`,
      "gu",
    ),
    speak: ({ number = "", suffix }) => withSuffix(ordinal(number), suffix),
  },
  {
    pattern: new RegExp(
      `${START}(?<number>\\d{1,4})['’]?(?<ending>(?:[ıiuü]?nc[ıiuü]))(?<suffix>\\p{Ll}*)`,
      "gu",
    ),
    speak: ({ number = "", suffix }) => withSuffix(ordinal(number), suffix),
  },
  {
    pattern: new RegExp(`${START}(?<top>\\d{1,4})/(?<bottom>\\d{1,4})(?![\\d/])${SUFFIX}`, "gu"),
    speak: ({ top = "", bottom = "", suffix }) =>
      withSuffix(`${cardinal(top)} bölü ${cardinal(bottom)}`, suffix),
  },
  {
    pattern: new RegExp(
      `${START}(?!(?:${WHOLE})(?![.\\d]))(?<numbers>\\d+(?:\\.\\d+){2,})(?!\\d)${SUFFIX}`,
      "gu",
    ),
    speak: ({ numbers = "", suffix }) =>
      withSuffix(numbers.split(".").map(afterZeros).join(" nokta "), suffix),
  },
  {
    pattern: new RegExp(
      `${START}(?<whole>\\d+)\\.(?<fraction>\\d{1,2}|\\d{4,})(?![\\d.])${SUFFIX}`,
      "gu",
    ),
    speak: ({ whole = "", fraction = "", suffix }) =>
      withSuffix(decimal(whole, fraction, "nokta"), suffix),
  },
  {
    pattern: new RegExp(`(?<=^|[\\s(])[-−](?=\\d)`, "gu"),
    speak: () => "eksi ",
  },
  {
    pattern: new RegExp(`${AMOUNT}${SUFFIX}`, "gu"),
    speak: (groups) => withSuffix(speakPlain(groups), groups["suffix"]),
  },
];

function speakPlain(groups: Readonly<Record<string, string | undefined>>): string {
  const { whole = "" } = groups;
  const isUnbroken = new RegExp(`^\\d{${LONGEST_CARDINAL_DIGITS + 1},}$`).test(whole);
  return isUnbroken ? ` ${digitByDigit(whole)} ` : ` ${speakAmount(groups)}`;
}
