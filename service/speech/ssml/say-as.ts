/** The values of `interpret-as`: how a text is read that means something special. */

import { SIGN_NAMES } from "../normalize/addresses.ts";
import { fullYear, monthName } from "../normalize/dates.ts";
import { fractionRules } from "../normalize/fractions.ts";
import { speakDigitGroups, speakTelephone } from "../normalize/identifiers.ts";
import { spelled } from "../normalize/letter-names.ts";
import { moneyRules } from "../normalize/money.ts";
import { normalize } from "../normalize/normalize.ts";
import { afterZeros, cardinal, ordinal, speakAmount } from "../normalize/numbers.ts";
import { quantityRules } from "../normalize/quantities.ts";
import { applying, MINUS, speakMinus, AMOUNT, type Rule } from "../normalize/rule.ts";
import { speakTime } from "../normalize/times.ts";

interface Reading {
  /** Completes "has to contain …". */
  readonly takes: string;
  /** Values of `format`; without them it is ignored. */
  readonly formats?: readonly string[];
  /** Returns the words to speak; undefined for a text that is nothing of the kind. */
  read(text: string, format: string | undefined): string | undefined;
}

/** Result of a reading: words, or the allowed values instead. */
export type SaidAs =
  | { readonly words: string }
  | { readonly kinds: readonly string[] }
  | { readonly formats: readonly string[] }
  | { readonly takes: string };

const DATE_FORMATS = ["dmy", "mdy", "ymd", "dm", "md", "my", "ym", "d", "m", "y"] as const;
const TIME_FORMATS = ["hms24", "hms12"] as const;

const WHOLE_AMOUNT = new RegExp(`^${MINUS}${AMOUNT}$`, "u");

const number: Reading = {
  takes: "a number such as 1250 or 1.250,5",
  read(text) {
    const groups = WHOLE_AMOUNT.exec(text)?.groups;
    return groups && `${speakMinus(groups)}${speakAmount(groups)}`;
  },
};
const position: Reading = {
  takes: "a whole number such as 3",
  read(text) {
    const digits = /^(\d{1,15})\.?$/u.exec(text)?.[1];
    return digits && ordinal(digits);
  },
};
const digits: Reading = {
  takes: "digits such as 4829",
  read: (text) =>
    /^\d+(?:[ -]\d+)*$/u.test(text) ? speakDigitGroups({ digits: text }) : undefined,
};
const characters: Reading = {
  takes: "letters, digits or signs",
  read: (text) =>
    Array.from(text.normalize("NFC"), characterName).filter(Boolean).join(" ") || undefined,
};
const date: Reading = {
  takes: "a date of its format such as 29.10.2026",
  formats: DATE_FORMATS,
  read: readDate,
};
const time: Reading = {
  takes: "a time such as 14:30, 2:30 pm or 14:30:15",
  formats: TIME_FORMATS,
  read: readTime,
};
const telephone: Reading = {
  takes: "a telephone number such as +90 532 123 45 67",
  read: readTelephone,
};
const currency: Reading = {
  takes: "an amount with its currency such as 12,50 TL or $19.99",
  read: (text) => readBy(moneyRules, text),
};
const fraction: Reading = {
  takes: "a fraction such as 3/4",
  read: (text) => readBy(fractionRules, text),
};
const unit: Reading = {
  takes: "an amount with its unit such as 5 kg",
  read: (text) => readBy(quantityRules, text),
};

/** Every value, with other vendors' names for it. */
const READINGS: Readonly<Record<string, Reading>> = {
  cardinal: number,
  number,
  ordinal: position,
  digits,
  number_digit: digits,
  characters,
  "spell-out": characters,
  verbatim: characters,
  date,
  time,
  telephone,
  currency,
  fraction,
  unit,
};

/** Reads a text as a value of `interpret-as` says; never throws. */
export function readAs(kind: string, text: string, format: string | undefined): SaidAs {
  const reading = Object.hasOwn(READINGS, kind) ? READINGS[kind] : undefined;
  if (reading === undefined) return { kinds: Object.keys(READINGS) };
  const { formats } = reading;
  if (format !== undefined && formats !== undefined && !formats.includes(format))
    return { formats };
  const words = reading.read(text, format)?.trim();
  return words ? { words } : { takes: reading.takes };
}

/** Returns the name of a letter, digit or sign; a comma is a rest between words that are spelled. */
function characterName(character: string): string {
  if (/\s/u.test(character)) return ",";
  if (/\d/u.test(character)) return cardinal(character);
  const name = spelled(character) || SIGN_NAMES[character];
  return name ?? spelled(character.normalize("NFD").charAt(0));
}

/** Reads a text that rules turn into words alone. */
function readBy(rules: readonly Rule[], text: string): string | undefined {
  const read = applying(rules)(text).trim();
  return read === text || /[\d/]/u.test(read) ? undefined : read;
}

function readDate(text: string, format: string | undefined): string | undefined {
  // A month in letters leaves nothing to decide.
  if (/\p{L}/u.test(text)) return /\d/u.test(text) ? inSentence(text) : undefined;
  const order = format ?? orderOf(text);
  const parts = order === undefined ? [] : partsOfDate(text, order);
  if (order === undefined || parts.length !== order.length) return undefined;
  const {
    d: day,
    m: month,
    y: year,
  } = Object.fromEntries(parts.map((part, at) => [order[at] ?? "", part]));
  if (!isDate(day, month, year)) return undefined;
  return Array.from(order.includes("d") ? "dmy" : order, (letter) => {
    if (letter === "m") return month === undefined ? "" : monthName(Number(month));
    if (letter === "y") return year === undefined ? "" : cardinal(fullYear(year));
    return day === undefined ? "" : cardinal(String(Number(day)));
  })
    .filter(Boolean)
    .join(" ");
}

/** Returns the order of a date without a format: as in Turkish, or the year first where it comes first. */
function orderOf(text: string): string | undefined {
  const lengths = text.split(/[^\d]+/u).map(({ length }) => length);
  if (lengths.length === 3) return lengths[0] === 4 ? "ymd" : "dmy";
  if (lengths.length === 2) return lengths[0] === 4 ? "ym" : lengths[1] === 4 ? "my" : "dm";
  return lengths[0] === 8 ? "ymd" : undefined;
}

/** Returns the figures of a date; eight digits without marks between them are divided by its order. */
function partsOfDate(text: string, order: string): readonly string[] {
  if (!/^\d{8}$/u.test(text) || order.length !== 3) {
    return /^\d{1,4}(?: ?[./-] ?\d{1,4}| \d{1,4}){0,2}$/u.test(text) ? text.split(/[^\d]+/u) : [];
  }
  let at = 0;
  return Array.from(order, (letter) => {
    const length = letter === "y" ? 4 : 2;
    at += length;
    return text.slice(at - length, at);
  });
}

/** Returns whether day, month and year can stand together; the 29th of February without a year can. */
function isDate(day = "1", month = "1", year = "2024"): boolean {
  if (![2, 4].includes(year.length) || month.length > 2 || day.length > 2) return false;
  const [monthNumber, dayNumber] = [Number(month), Number(day)];
  if (monthNumber < 1 || monthNumber > 12 || dayNumber < 1) return false;
  return dayNumber <= new Date(Date.UTC(Number(fullYear(year)), monthNumber, 0)).getUTCDate();
}

const TIME =
  /^(?<hour>\d{1,2})[:.](?<minute>[0-5]\d)(?:[:.](?<second>[0-5]\d))?(?: ?(?<half>a\.?m\.?|p\.?m\.?|a|p|öö|ös))?$/iu;

function readTime(text: string, format: string | undefined): string | undefined {
  const { hour = "", minute, second, half } = TIME.exec(text)?.groups ?? {};
  if (minute === undefined || Number(hour) > 24) return undefined;
  const isTwelve = half !== undefined || format === "hms12";
  if (!isTwelve) return speakTime({ hour, minute, second });
  if (Number(hour) < 1 || Number(hour) > 12) return undefined;
  if (half === undefined) return speakTime({ hour, minute, second });
  const isAfternoon = /^(?:p|ös)/iu.test(half);
  return speakTime({ hour: String((Number(hour) % 12) + (isAfternoon ? 12 : 0)), minute, second });
}

const TURKISH_NUMBER =
  /^(?:(?:\+|00)(?<country>90)|(?<trunk>0))?(?<area>[2-58]\d{2})(?<first>\d{3})(?<second>\d{2})(?<third>\d{2})$/u;
const MAX_TELEPHONE_DIGITS = 15;

function readTelephone(text: string): string | undefined {
  const plain = text.replaceAll(/[^\d+]/gu, "");
  const count = plain.replace("+", "").length;
  const isNumber = /^\+?[\d ()./-]+$/u.test(text) && count >= 3 && count <= MAX_TELEPHONE_DIGITS;
  if (!isNumber) return undefined;
  const turkish = TURKISH_NUMBER.exec(plain)?.groups;
  if (turkish !== undefined) return speakTelephone(turkish);
  const groups = (text.match(/\d+/gu) ?? []).flatMap((group) =>
    group.length > 4 ? (group.match(/\d{3}(?=\d{2})|\d{2}|\d/gu) ?? []) : [group],
  );
  return `${text.startsWith("+") ? "artı " : ""}${groups.map(afterZeros).join(" ")}`;
}

/** Returns a text as it is read by itself, without the mark at its end. */
function inSentence(text: string): string | undefined {
  const sentences = normalize(text);
  return sentences.length === 1 ? sentences[0]?.slice(0, -1) : undefined;
}
