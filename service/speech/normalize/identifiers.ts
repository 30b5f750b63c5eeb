/** Numbers that are read by digits or groups of them: telephone numbers, accounts, cards, licence plates. */

import { spelled } from "./letter-names.ts";
import { afterZeros, cardinal, digitByDigit, ordinal } from "./numbers.ts";
import { SUFFIX, type Groups, type Rule } from "./rule.ts";

const GAP = String.raw`(?:[ .-]|\) ?)?`;
/** Capitals between two numbers that are a unit or a currency rather than the letters of a plate. */
const NOT_A_PLATE = "TL|KM|KG|CM|MM|GB|MB|TB|KB|KW|MW|GR|M|V|W|L|X|VE";

/** Returns a Turkish telephone number in words. */
export function speakTelephone(groups: Groups): string {
  const { country, trunk, area = "", first = "", second = "", third = "" } = groups;
  const lead =
    country === undefined ? (trunk === undefined ? [] : ["sıfır"]) : ["artı", cardinal(country)];
  return [...lead, ...[area, first, second, third].map(afterZeros)].join(" ");
}

function speakForeignTelephone({ digits = "" }: Groups): string {
  const groups = (digits.match(/\d+/gu) ?? []).flatMap(
    (group) => group.match(group.length === 4 ? /\d{2}/gu : /\d{1,3}/gu) ?? [],
  );
  return `artı ${groups.map(afterZeros).join(" ")}`;
}

/** Returns each group of digits in turn, with a short rest between them. */
export function speakDigitGroups({ letters = "", digits = "" }: Groups): string {
  const spoken = digits.trim().split(/[ -]+/u).map(digitByDigit).join(", ");
  return letters === "" ? spoken : `${spelled(letters)} ${spoken}`;
}

/** "UTM 35N" is the thirty-fifth zone, north. */
function speakZone({ zone = "", half = "" }: Groups): string {
  return `${ordinal(zone)} dilim ${half === "N" || half === "K" ? "kuzey" : "güney"}`;
}

function speakPlate({ city = "", letters = "", digits = "" }: Groups): string {
  return `${afterZeros(city)} ${spelled(letters)} ${afterZeros(digits)}`;
}

/** Words that show that a number is read digit by digit. */
const CODE_WORD = String.raw`(?<!\p{L})(?:[Kk]od|KOD|[Dd]oğrulama|[Şş]ifre|[Pp]arola|OTP|PIN|CVV|EPSG)(?:u|un|ş|n|s|m|l|y|ı|i|a|e|d|t|r|z){0,8}`;

const AFTER_CODE_WORD = String.raw`(?: (?:kodu|numarası|şifresi|şifreniz|kodunuz|numaranız))?(?: ?[:=]|,)? ?`;

/** TR33 0006 …, card numbers, 34 ABC 123, +90 532 123 45 67, (0212) 345 67 89, 444 0 123. */
export const identifierRules: readonly Rule[] = [
  [
    `(?<!\\p{L})(?<letters>[A-Z]{2}|TR(?= )) ?(?<digits>\\d{2}(?: ?\\d{4}){3,7}(?: ?\\d{1,3})?)(?!\\d)${SUFFIX}`,
    speakDigitGroups,
  ],
  [
    `(?<=${CODE_WORD}${AFTER_CODE_WORD})(?<digits>\\d{4,8})(?![\\d/]|[.,-]\\d| \\d{3,4}(?!\\d)| (?:yıl|TL|lira|kişi|adet|tane))${SUFFIX}`,
    ({ digits = "" }) => digitByDigit(digits),
  ],
  [
    `(?<=${CODE_WORD}${AFTER_CODE_WORD})(?<digits>\\d{3,4}(?:[ -]\\d{3,4}){1,2})(?![ \\d/-]\\d|[.,]\\d)${SUFFIX}`,
    speakDigitGroups,
  ],
  [
    `(?<![\\d.,/:-])(?<digits>\\d{4,8})(?= (?:(?:doğrulama|onay|güvenlik|aktivasyon|giriş|şifre) ?(?:kod|şifre)|OTP|şifre))`,
    ({ digits = "" }) => digitByDigit(digits),
  ],
  [/(?<=(?<!\p{L})UTM )(?<zone>\d{1,2}) ?(?<half>[NSKG])(?!\p{L})/gu, speakZone],
  [/(?<=(?<!\p{L})UTM )(?<zone>\d{1,2})(?= dilim)/gu, ({ zone = "" }) => ordinal(zone)],
  [`(?<![\\d.,])(?<digits>\\d{4}(?:[ -]\\d{4}){2,3})(?![\\d-])${SUFFIX}`, speakDigitGroups],
  [
    `(?<![\\d.,:/-])(?<city>0[1-9]|[1-7]\\d|8[01]) ?(?!(?:${NOT_A_PLATE})(?!\\p{L}))(?<letters>[A-PR-VYZ]{1,3}) ?(?<digits>\\d{2,5})(?!\\d)${SUFFIX}`,
    speakPlate,
  ],
  [
    `(?<![\\d.,])(?:(?:\\+|00)(?<country>90)${GAP})?\\(?(?<trunk>0)?${GAP}\\(?(?<area>[2-58]\\d{2})${GAP}(?<first>\\d{3})(?:(?<=0${GAP}[2-58]\\d{2}${GAP}\\d{3})${GAP}|[ .-]|(?<=\\(0?[2-58]\\d{2}${GAP}\\d{3})|(?<=(?:5\\d{2}|90${GAP}[2-58]\\d{2})${GAP}\\d{3}))(?<second>\\d{2})${GAP}(?<third>\\d{2})(?!\\d)${SUFFIX}`,
    speakTelephone,
  ],
  [
    `(?<!\\d)\\+(?<digits>\\d{1,3}(?:[ -]?\\(?\\d{2,4}\\)?){2,4})(?!\\d)${SUFFIX}`,
    speakForeignTelephone,
  ],
  [
    `(?<![\\d.,])(?<digits>444 \\d (?:\\d{3})|444 \\d{2} \\d{2})(?!\\d)${SUFFIX}`,
    ({ digits = "" }) => digits.split(" ").map(afterZeros).join(" "),
  ],
];
