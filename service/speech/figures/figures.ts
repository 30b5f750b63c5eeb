import addresses from "../language/addresses.json" with { type: "json" };
import dates from "../language/dates.json" with { type: "json" };
import figures from "../language/figures.json" with { type: "json" };
import type { RecognisedWord } from "../../engine/model/model.ts";
import { isInflection } from "../written-form/endings.ts";
import type { TimedWord } from "../written-form/sentences.ts";
import type { WrittenWord } from "../written-form/written-words.ts";
import {
  isMadeOfNumber,
  isNumberWord,
  spokenBelowThousand,
  spokenDigit,
  spokenNumber,
  type SpokenNumber,
} from "./spoken-number.ts";

type Word = WrittenWord<RecognisedWord & Pick<TimedWord, "isSpelled">>;

/** Words that are written as one. */
interface Found {
  readonly length: number;
  readonly text: string;
}

/** Finds what is written in another way at a place; the words are in lower case, `texts` as they are written. */
type Rule = (words: readonly string[], at: number, texts: readonly string[]) => Found | undefined;

const MONTHS = new Set(dates.months);
const MEASURES = [...figures.currencies, ...figures.measures];
/** Words behind a time that stays in words: "beşi on geçe", "üç buçuk". */
const CLOCK_WORDS = /^(?:geç|kala$|var$|çeyrek|buçuk)/;
const HALF = "buçuk";
const COMMA = "virgül";
const LAST_YEAR = 2100;
const DOMAINS = new Set(
  addresses.topLevelDomains.filter((name) => !figures.domainsLikeWords.includes(name)),
);
/** No address has more names, and no code more digits; what goes on is not read again at each of its words. */
const MAX_LABELS = 8;
const MAX_CODE_DIGITS = 24;
/** Before "saat" as a duration: "yarım saat". */
const DURATIONS = new Set(["kaç", "birkaç", "yarım", "buçuk"]);

/** The rules that are tried at each word, in this order. */
const RULES: readonly Rule[] = [address, telephone, code, percentage, time, date, fraction, number];

/**
 * Writes spoken numbers as figures: amounts, percentages, times, dates, telephone numbers, codes and addresses. Several words
 * become one, with the times of all of them and the lowest of their confidences. What could mean something else stays in words.
 */
export function withFigures(words: readonly Word[]): readonly Word[] {
  return runsOf(words).flatMap(runInFigures);
}

/** Cuts words where nothing is said as one: behind marks, and around words that the prompt spells. */
function runsOf(words: readonly Word[]): readonly (readonly Word[])[] {
  const runs: Word[][] = [];
  for (const word of words) {
    const run = runs.at(-1);
    const before = run?.at(-1);
    const isCut =
      before === undefined || before.mark !== "" || before.isSpelled === true || word.isSpelled;
    if (isCut) runs.push([word]);
    else run!.push(word);
  }
  return runs;
}

function runInFigures(run: readonly Word[]): readonly Word[] {
  if (run[0]?.isSpelled === true) return run;
  const texts = run.map(({ text }) => text);
  const small = texts.map((text) => text.toLocaleLowerCase("tr").replace(/['’]/u, ""));
  const written: Word[] = [];
  for (let at = 0; at < run.length;) {
    const found = foundAt(small, at, texts);
    written.push(found === undefined ? run[at]! : joined(run.slice(at, at + found.length), found));
    at += found?.length ?? 1;
  }
  return written;
}

function foundAt(words: readonly string[], at: number, texts: readonly string[]) {
  for (const rule of RULES) {
    const found = rule(words, at, texts);
    if (found !== undefined) return found;
  }
  return undefined;
}

function joined(words: readonly Word[], { text }: Found): Word {
  const [first, last] = [words[0]!, words.at(-1)!];
  const confidence = Math.min(...words.map((word) => word.confidence));
  return { text, start: first.start, end: last.end, confidence, mark: last.mark };
}

/** "ali nokta veli et gmail nokta com", "www nokta ornek nokta com nokta tr". */
function address(words: readonly string[], at: number): Found | undefined {
  const user = labelsFrom(words, at);
  const isMail = words[at + user.length] === "et";
  const host = isMail ? labelsFrom(words, at + user.length + 1) : user;
  const names = host.labels;
  if (names.length < 2 || !DOMAINS.has(names.at(-1)!)) return undefined;
  const text = isMail ? `${user.labels.join(".")}@${names.join(".")}` : names.join(".");
  return { length: user.length + (isMail ? 1 + host.length : 0), text };
}

/** Names with "nokta" between them. */
function labelsFrom(words: readonly string[], at: number) {
  const labels: string[] = [];
  let length = 0;
  for (let place = at; labels.length < MAX_LABELS; place += 2) {
    const word = words[place];
    if (word === undefined || !/^[\p{L}\p{N}]+$/u.test(word)) break;
    labels.push(word);
    length = place - at + 1;
    if (words[place + 1] !== "nokta") break;
  }
  return { labels, length };
}

/** 11 digits from 0 on in the groups of 4, 3, 2 and 2 that Turkish numbers are said in. */
function telephone(words: readonly string[], at: number): Found | undefined {
  if (words[at] !== "sıfır") return undefined;
  let digits = "";
  let place = at;
  const groupEnds = [4, 7, 9, 11];
  for (const groupEnd of groupEnds) {
    while (digits.length < groupEnd) {
      const found = spokenNumber(words, place);
      if (found === undefined || found.isOrdinal || found.ending !== "") return undefined;
      digits += found.value;
      place += found.length;
    }
    if (digits.length > groupEnd) return undefined;
  }
  if (!/^0[2-58]/.test(digits) || spokenNumber(words, place) !== undefined) return undefined;
  return {
    length: place - at,
    text: digits.replace(/^(\d{4})(\d{3})(\d{2})(\d{2})$/, "$1 $2 $3 $4"),
  };
}

/** Digits one by one, as codes are read: at least four, or the words could be a choice, "iki üç kişi". */
function code(words: readonly string[], at: number): Found | undefined {
  // The rest of another number: "on iki sıfır sıfır", "üç virgül bir dört".
  if (isNumberWord(words[at - 1]) || words[at - 1] === COMMA) return undefined;
  const digits = digitsFrom(words, at);
  const isWhole = spokenNumber(words, at + digits.length) === undefined;
  return digits.length >= 4 && isWhole ? { length: digits.length, text: digits } : undefined;
}

/** Digits that are said one by one. */
function digitsFrom(words: readonly string[], at: number): string {
  let digits = "";
  for (
    let digit = spokenDigit(words[at]);
    digit !== undefined && digits.length < MAX_CODE_DIGITS;
  ) {
    digits += digit;
    digit = spokenDigit(words[at + digits.length]);
  }
  return digits;
}

/** "yüzde yirmi beş", "yüzde üç virgül ikisi". */
function percentage(words: readonly string[], at: number): Found | undefined {
  if (words[at] !== "yüzde") return undefined;
  const amount = halfAt(words, at + 1) ?? amountAt(words, at + 1);
  if (amount === undefined) return undefined;
  const behind = at + 1 + amount.length;
  if (isHalf(words[behind]) || isFollowedByNumber(words, behind)) return undefined;
  return { length: behind - at, text: `%${amount.text}` };
}

/** "saat on dört otuzda": the hour behind "saat", which stays. */
function time(words: readonly string[], at: number): Found | undefined {
  if (words[at - 1] !== "saat") return undefined;
  // "İki saat yedi": somebody ate for two hours.
  if (DURATIONS.has(words[at - 2] ?? "") || endsNumber(words, at - 1)) return undefined;
  const hour = spokenNumber(words, at);
  if (hour === undefined || hour.isOrdinal || hour.value > 24) return undefined;
  const behind = at + hour.length;
  const minute = hour.ending === "" ? spokenNumber(words, behind) : undefined;
  const end = behind + (minute?.length ?? 0);
  const isInWords = CLOCK_WORDS.test(words[end] ?? "") || isFollowedByNumber(words, end);
  if (isInWords) return undefined;
  if (minute === undefined) {
    return { length: hour.length, text: withEnding(String(hour.value), hour.ending) };
  }
  // "Saat on iki beş" would be said "on ikiyi beş geçiyor".
  if (minute.isOrdinal || minute.value < 10 || minute.value > 59) return undefined;
  const text = `${String(hour.value).padStart(2, "0")}.${minute.value}`;
  return { length: end - at, text: withEnding(text, minute.ending) };
}

/** A day before its month, which has a capital where it surely is one, and the year behind it. */
function date(words: readonly string[], at: number, texts: readonly string[]): Found | undefined {
  const day = spokenNumber(words, at);
  if (day === undefined || day.isOrdinal || day.ending !== "") return undefined;
  if (day.value < 1 || day.value > 31 || !isMonth(texts[at + day.length])) return undefined;
  return { length: day.length, text: String(day.value) };
}

function isMonth(text: string | undefined): boolean {
  const [name = ""] = (text ?? "").split(/['’]/u);
  const lower = name.toLocaleLowerCase("tr");
  return name !== lower && MONTHS.has(lower);
}

/** "üç virgül beş", and "iki buçuk" before what is measured or counted in millions. */
function fraction(words: readonly string[], at: number): Found | undefined {
  const decimal = decimalAt(words, at);
  if (decimal !== undefined && !isFollowedByNumber(words, at + decimal.length)) return decimal;
  const half = halfAt(words, at);
  if (half === undefined) return undefined;
  const behind = words[at + half.length];
  return isMeasure(behind) || figures.largeNumbers.includes(behind ?? "") ? half : undefined;
}

/** "iki buçuk". */
function halfAt(words: readonly string[], at: number): Found | undefined {
  const whole = spokenNumber(words, at);
  if (whole === undefined || !isPlain(whole) || words[at + whole.length] !== HALF) return undefined;
  return { length: whole.length + 1, text: `${grouped(whole.value)},5` };
}

/** Whole numbers: those below 10 only before what is measured, and none beside another one, which may be a choice. */
function number(words: readonly string[], at: number, texts: readonly string[]): Found | undefined {
  const found = spokenNumber(words, at);
  if (found === undefined) return undefined;
  const { value, length, ending, isOrdinal } = found;
  const behind = words[at + length];
  const isAmongOthers = endsNumber(words, at) || isFollowedByNumber(words, at + length);
  const isOfDecimal = behind === COMMA || words[at - 1] === COMMA;
  if (isAmongOthers || isHalf(behind) || isOfDecimal) return undefined;
  // Times that are no figures, and "bin bir gece".
  if (words[at - 1] === "saat" || (value === 1001 && ending === "")) return undefined;
  if (isOrdinal)
    return value >= 10 && behind !== undefined ? { length, text: `${value}.` } : undefined;
  const isYear = value >= 1000 && value < LAST_YEAR && length > 1 && !isMeasure(behind);
  const isBehindDate = isMonth(texts[at - 1]);
  const text = withEnding(isYear ? String(value) : grouped(value), ending);
  if (isBehindDate || length > 1) return { length, text };
  const isClear =
    ending === "" &&
    (isMeasure(behind) || (value >= 10 && !figures.alsoWords.includes(words[at]!)));
  // "Bir" is an article as well.
  return isClear && value > 1 ? { length, text } : undefined;
}

/** A whole or decimal number with its ending. */
function amountAt(words: readonly string[], at: number): Found | undefined {
  const decimal = decimalAt(words, at);
  if (decimal !== undefined) return decimal;
  const whole = spokenNumber(words, at);
  if (whole === undefined || whole.isOrdinal) return undefined;
  return { length: whole.length, text: withEnding(grouped(whole.value), whole.ending) };
}

/** Digits behind "virgül" are said one by one, or as one number with its zeros before it: "sıfır virgül sıfır beş". */
function decimalAt(words: readonly string[], at: number): Found | undefined {
  const whole = spokenNumber(words, at);
  if (whole === undefined || !isPlain(whole) || words[at + whole.length] !== COMMA)
    return undefined;
  let place = at + whole.length + 1;
  const oneByOne = digitsFrom(words, place);
  if (oneByOne.length > 1 && !isNumberWord(words[place + oneByOne.length])) {
    const length = whole.length + 1 + oneByOne.length;
    return { length, text: `${grouped(whole.value)},${oneByOne}` };
  }
  let digits = "";
  for (; words[place] === "sıfır"; place += 1) digits += "0";
  // "İki virgül beş milyon" is "2,5 milyon".
  const rest = spokenBelowThousand(words, place);
  if (rest?.isOrdinal === true || (rest === undefined && digits === "")) return undefined;
  const text = `${grouped(whole.value)},${digits}${rest?.value ?? ""}`;
  return { length: place - at + (rest?.length ?? 0), text: withEnding(text, rest?.ending ?? "") };
}

const isPlain = ({ ending, isOrdinal }: SpokenNumber): boolean => ending === "" && !isOrdinal;

function isHalf(word: string | undefined): boolean {
  return word?.startsWith(HALF) === true;
}

function isFollowedByNumber(words: readonly string[], at: number): boolean {
  return spokenNumber(words, at) !== undefined || isMadeOfNumber(words[at]);
}

/** Whether the word before a place is part of a number of its own. */
function endsNumber(words: readonly string[], at: number): boolean {
  const before = at > 0 ? spokenNumber(words, at - 1) : undefined;
  return before !== undefined && before.length === 1;
}

function isMeasure(word: string | undefined): boolean {
  if (word === undefined) return false;
  return MEASURES.some(
    (name) =>
      word === name || (word.startsWith(name) && isInflection(name, word.slice(name.length))),
  );
}

/** Writes a number with points between its thousands. */
function grouped(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+$)/g, ".");
}

function withEnding(text: string, ending: string): string {
  return ending === "" ? text : `${text}'${ending}`;
}
