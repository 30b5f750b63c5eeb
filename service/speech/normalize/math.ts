/** Signs of arithmetic between and around numbers and letters. */

import signs from "../language/signs.json" with { type: "json" };
import { cardinal, digitByDigit } from "./numbers.ts";
import type { Rule } from "./rule.ts";

const POWERS = "⁰¹²³⁴⁵⁶⁷⁸⁹";
const SMALL_NUMBERS = "₀₁₂₃₄₅₆₇₈₉";

function speakPower(power: string): string {
  const digits = Array.from(power, (sign) => POWERS.indexOf(sign)).join("");
  return digits === "2" ? " kare" : digits === "3" ? " küp" : ` üzeri ${cardinal(digits)}`;
}

function plainDigits(small: string): string {
  return digitByDigit(Array.from(small, (sign) => SMALL_NUMBERS.indexOf(sign)).join(""));
}

/** Each sign that has one reading wherever it stands. */
const WORDS: Readonly<Record<string, string>> = signs.math;

/** Applied when ranges, dates and amounts have taken the signs that belong to them. */
export const mathRules: readonly Rule[] = [
  { pattern: /(?<power>[⁰¹²³⁴-⁹]+)/gu, speak: ({ power = "" }) => speakPower(power) },
  { pattern: /(?<small>[₀-₉]+)/gu, speak: ({ small = "" }) => ` ${plainDigits(small)} ` },
  { pattern: /(?<=[\p{L}\d)])\^(?=[\d(-])/gu, speak: () => " üzeri " },
  { pattern: /(?<=\d) ?[x*] ?(?=\d)/gu, speak: () => " çarpı " },
  { pattern: /(?<=[\p{L}\d)] ?)\+(?= ?[\p{L}\d(])|(?<=\d)\+/gu, speak: () => " artı " },
  { pattern: /(?<=\p{L})\+\+/gu, speak: () => " artı artı " },
  { pattern: /(?<=(?<!\p{L})[CF])#(?!\p{L})/gu, speak: () => " şarp " },
  { pattern: /(?<![\p{L}\d])\+(?=\d)/gu, speak: () => "artı " },
  { pattern: /(?<=[\p{L}\d)] )-(?= ?\d)(?=[^.?!]{0,40}=)/gu, speak: () => " eksi " },
  {
    pattern: /(?<=(?:^|[\s(])(?:\p{L}|\d+)) - (?=(?:\p{L}|\d+) )(?=[^.?!]{0,40}=)/gu,
    speak: () => " eksi ",
  },
  { pattern: /(?<=[\p{L}\d)] ?)<(?= ?[\p{L}\d(])/gu, speak: () => " küçüktür " },
  { pattern: /(?<=[\p{L}\d)] ?)>(?= ?[\p{L}\d(])/gu, speak: () => " büyüktür " },
  { pattern: /(?<=^|[\s(])~ ?(?=\d)/gu, speak: () => "yaklaşık " },
  { pattern: /(?<=^|[\s(])# ?(?=\d)/gu, speak: () => "numara " },
  { pattern: /(?<=\p{L})\/(?=\p{L})/gu, speak: () => " " },
  { pattern: /(?<=\d) ?\/ ?(?=\d)/gu, speak: () => " bölü " },
  {
    pattern: new RegExp(` ?(?<sign>[${Object.keys(WORDS).join("")}]) ?`, "gu"),
    speak: ({ sign = "" }) => ` ${WORDS[sign] ?? ""} `,
  },
];
