import signs from "../language/signs.json" with { type: "json" };
import { cardinal, digitByDigit } from "./numbers.ts";
import type { Rule } from "./rule.ts";

const POWERS = "⁰¹²³⁴⁵⁶⁷⁸⁹";
const SMALL_NUMBERS = "₀₁₂₃₄₅₆₇₈₉";

function plainDigits(text: string, figures: string): string {
  return Array.from(text, (sign) => figures.indexOf(sign)).join("");
}

function speakPower(power: string): string {
  const digits = plainDigits(power, POWERS);
  return digits === "2" ? " kare" : digits === "3" ? " küp" : ` üzeri ${cardinal(digits)}`;
}

const WORDS: Readonly<Record<string, string>> = signs.math;

/** Signs of arithmetic; to be applied after ranges, dates and amounts, which have some of the same signs. */
export const mathRules: readonly Rule[] = [
  // The minute of a match: 45'+2.
  [/(?<=\d)'(?=\+\d)/gu, ""],
  [/(?<power>[⁰¹²³⁴-⁹]+)/gu, ({ power = "" }) => speakPower(power)],
  [
    /(?<small>[₀-₉]+)/gu,
    ({ small = "" }) => ` ${digitByDigit(plainDigits(small, SMALL_NUMBERS))} `,
  ],
  [/(?<=[\p{L}\d)])\^(?=[\d(-])/gu, " üzeri "],
  [/(?<=[\d)]) ?[x*] ?(?=[\d(])/gu, " çarpı "],
  [/(?<=(?<!= ?)(?<!\d)\d{1,3})x(?= \p{Ll}{2}|\s*$|[.,!?])(?![^.?!]{0,40}=)/gu, " kat"],
  [/(?<=[\p{L}\d)] ?)\+(?= ?[\p{L}\d(])|(?<=\d)\+/gu, " artı "],
  [/(?<=\p{L})\+\+/gu, " artı artı "],
  [/(?<=(?<!\p{L})[CF])#(?!\p{L})/gu, " şarp "],
  [/(?<![\p{L}\d])\+(?=\d)/gu, "artı "],
  [/(?<=[\p{L}\d)] )-(?= ?\d)(?=[^.?!]{0,40}=)/gu, " eksi "],
  [/(?<=(?:^|[\s(])(?:\p{L}|\d+)) - (?=(?:\p{L}|\d+) )(?=[^.?!]{0,40}=)/gu, " eksi "],
  [/(?<=[\p{L}\d)] ?)<(?= ?[\p{L}\d(])/gu, " küçüktür "],
  [/(?<=[\p{L}\d)] ?)>(?= ?[\p{L}\d(])/gu, " büyüktür "],
  [/(?<=^|[\s(])~ ?(?=\d)/gu, "yaklaşık "],
  [/(?<=^|[\s(])# ?(?=\d)/gu, "numara "],
  [/(?<=\p{L})\/(?=\p{L})/gu, " "],
  [/(?<=\d) ?\/ ?(?=\d)/gu, " bölü "],
  [` ?(?<sign>[${Object.keys(WORDS).join("")}]) ?`, ({ sign = "" }) => ` ${WORDS[sign] ?? ""} `],
];
