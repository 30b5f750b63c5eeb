/** The elements of SSML: the attributes, the content and the meaning of each. */

import { LIMITS } from "../../contract/limits.ts";
import type { SpanManner } from "../../engine/model/model.ts";
import { IpaError, ipaWords } from "../../engine/synthesis/ipa.ts";
import { plainIpa } from "../pronunciations/ipa-text.ts";
import { normalize } from "../normalize/normalize.ts";
import { paceOf, pitchOf, rangeOf, secondsOf } from "./quantities.ts";
import { readAs } from "./say-as.ts";
import { OWN_MANNER, type ScriptWriter } from "./script.ts";
import { ssmlError, type SsmlElement } from "./ssml-document.ts";

/** Context in which a document is read. */
export interface SsmlReading {
  readonly writer: ScriptWriter;
  /** Pace of the whole request relative to the voice's own. */
  readonly speed: number;
  /** Whether the model can change the melody of words. */
  readonly hasMelody: boolean;
  /** Id of the model. */
  readonly model: string;
}

interface ElementRule {
  /** Names of the attributes it may have. */
  readonly attributes: readonly string[];
  /** Its allowed content: `all` is text and elements. */
  readonly content: "nothing" | "text" | "all";
  readonly read: (element: SsmlElement, reading: SsmlReading) => void;
}

/** Silence of a break by its strength, in seconds. */
const STRENGTHS: Readonly<Record<string, number>> = {
  none: 0,
  "x-weak": 0.25,
  weak: 0.5,
  medium: 0.75,
  strong: 1,
  "x-strong": 1.25,
};
const EMPHASIS: Readonly<Record<string, Partial<SpanManner>>> = {
  strong: { paceFactor: 0.8, pitchSemitones: 2, rangeFactor: 1.4 },
  moderate: { paceFactor: 0.9, pitchSemitones: 1, rangeFactor: 1.2 },
  none: {},
  reduced: { paceFactor: 1.1, rangeFactor: 0.7 },
};
/** Bounds of the pace, together with the speed of the request, and of the pitch and its range. */
const BOUNDS = { minPace: 0.25, maxPace: 4, semitones: 9, minRange: 0.1, maxRange: 2.5 };
const LANGUAGE = /^tr(?:-|$)/iu;

/** Every element; another is refused by name. */
const ELEMENTS: Readonly<Record<string, ElementRule>> = {
  speak: { attributes: ["version", "xmlns", "xml:lang"], content: "all", read: readLanguage },
  lang: { attributes: ["xml:lang"], content: "all", read: readLanguage },
  p: {
    attributes: ["xml:lang"],
    content: "all",
    read(element, reading) {
      reading.writer.endParagraph();
      readLanguage(element, reading);
      reading.writer.endParagraph();
    },
  },
  s: {
    attributes: ["xml:lang"],
    content: "all",
    read(element, reading) {
      reading.writer.endSentence();
      readLanguage(element, reading);
      reading.writer.endSentence();
    },
  },
  w: { attributes: ["role", "xml:lang"], content: "all", read: readLanguage },
  token: { attributes: ["role", "xml:lang"], content: "all", read: readLanguage },
  break: { attributes: ["time", "strength"], content: "nothing", read: readBreak },
  sub: { attributes: ["alias"], content: "text", read: readSub },
  "say-as": { attributes: ["interpret-as", "format", "detail"], content: "text", read: readSayAs },
  phoneme: { attributes: ["alphabet", "ph"], content: "text", read: readPhoneme },
  prosody: { attributes: ["rate", "pitch", "range"], content: "all", read: readProsody },
  emphasis: { attributes: ["level"], content: "all", read: readEmphasis },
};

/** Names of the elements, as errors and documentation list them. */
export const ELEMENT_NAMES: readonly string[] = Object.keys(ELEMENTS);

/** Reads an element into the script; throws ApiError, which names element, line, and what is allowed. */
export function readElement(element: SsmlElement, reading: SsmlReading): void {
  const { name, attributes, children, line } = element;
  const rule = Object.hasOwn(ELEMENTS, name) ? ELEMENTS[name] : undefined;
  if (rule === undefined) {
    throw ssmlError(line, `${name} is not supported; allowed are ${ELEMENT_NAMES.join(", ")}`);
  }
  const foreign = Object.keys(attributes).find((one) => !isAttribute(one, rule));
  if (foreign !== undefined) {
    const allowed = rule.attributes.join(", ");
    throw ssmlError(line, `${name} has no attribute ${foreign}; allowed are ${allowed}`);
  }
  const inner = children.find((child) => typeof child !== "string");
  const isFilled = children.some((child) => typeof child !== "string" || child.trim() !== "");
  if (rule.content === "nothing" && isFilled) {
    throw ssmlError(line, `${name} has to be empty, as in <${name}/>`);
  }
  if (rule.content === "text" && inner !== undefined) {
    throw ssmlError(line, `${name} may contain text alone, and no ${inner.name}`);
  }
  rule.read(element, reading);
}

/** Names of namespaces and of schemas say nothing of speech. */
function isAttribute(name: string, { attributes }: ElementRule): boolean {
  return (
    attributes.includes(name) || /^(?:xmlns:[\w-]+|xsi:\w+|xml:(?:space|base|id))$/u.test(name)
  );
}

function readLanguage(element: SsmlElement, reading: SsmlReading): void {
  const language = element.attributes["xml:lang"];
  if (language !== undefined && !LANGUAGE.test(language)) {
    throw refused(element, "xml:lang", "tr or tr-TR", language);
  }
  readChildren(element, reading);
}

function readChildren({ children }: SsmlElement, reading: SsmlReading): void {
  for (const child of children) {
    if (typeof child === "string") reading.writer.write(child);
    else readElement(child, reading);
  }
}

function readBreak(element: SsmlElement, { writer }: SsmlReading): void {
  const { time, strength } = element.attributes;
  if (strength !== undefined && !Object.hasOwn(STRENGTHS, strength)) {
    throw refused(element, "strength", `one of ${Object.keys(STRENGTHS).join(", ")}`, strength);
  }
  if (time === undefined) return writer.pause(STRENGTHS[strength ?? "medium"] ?? 0, element.line);
  const seconds = secondsOf(time);
  const max = LIMITS.ssml.pauseSeconds;
  if (seconds === undefined || seconds > max) {
    throw refused(
      element,
      "time",
      `seconds or milliseconds up to ${max} s, such as 1.5s or 300ms`,
      time,
    );
  }
  writer.pause(seconds, element.line);
}

function readSub(element: SsmlElement, { writer }: SsmlReading): void {
  const alias = required(element, "alias");
  if (normalize(alias).length === 0) {
    throw refused(element, "alias", "a text that can be spoken", alias);
  }
  writer.say({ written: textOf(element), alias });
}

function readSayAs(element: SsmlElement, { writer }: SsmlReading): void {
  const { format } = element.attributes;
  const written = textOf(element).trim();
  const kind = required(element, "interpret-as");
  const read = readAs(kind, written, format);
  if ("words" in read) return writer.say({ written, words: read.words });
  if ("kinds" in read)
    throw refused(element, "interpret-as", `one of ${read.kinds.join(", ")}`, kind);
  if ("formats" in read) {
    throw refused(element, "format", `one of ${read.formats.join(", ")}`, format ?? "");
  }
  const problem = `say-as with interpret-as ${kind} has to contain ${read.takes}; got ${quoted(written)}`;
  throw ssmlError(element.line, problem);
}

function readPhoneme(element: SsmlElement, { writer }: SsmlReading): void {
  const { alphabet = "ipa" } = element.attributes;
  if (alphabet.toLowerCase() !== "ipa") throw refused(element, "alphabet", "ipa", alphabet);
  const ipa = plainIpa(required(element, "ph"));
  try {
    ipaWords(ipa);
  } catch (error) {
    if (!(error instanceof IpaError)) throw error;
    throw ssmlError(element.line, `ph of phoneme: ${error.message}`);
  }
  writer.say({ written: textOf(element), ipa });
}

function readProsody(element: SsmlElement, reading: SsmlReading): void {
  const { rate, pitch, range } = element.attributes;
  const melody = pitch === undefined ? range && "range" : "pitch";
  if (melody !== undefined && !reading.hasMelody) {
    const problem = `${melody} of prosody is not supported by ${reading.model}; allowed is rate`;
    throw ssmlError(element.line, problem);
  }
  const manner = {
    paceFactor: read(element, "rate", rate, paceOf),
    pitchSemitones: read(element, "pitch", pitch, pitchOf),
    rangeFactor: read(element, "range", range, rangeOf),
  };
  const given = Object.entries(manner).filter(([, value]) => value !== undefined);
  within(element, Object.fromEntries(given), reading);
}

function readEmphasis(element: SsmlElement, reading: SsmlReading): void {
  const { level = "moderate" } = element.attributes;
  const manner = Object.hasOwn(EMPHASIS, level) ? EMPHASIS[level] : undefined;
  if (manner === undefined) {
    throw refused(element, "level", `one of ${Object.keys(EMPHASIS).join(", ")}`, level);
  }
  within(element, manner, reading);
}

/** Reads an element whose content is spoken in a manner of its own. */
function within(element: SsmlElement, manner: Partial<SpanManner>, reading: SsmlReading): void {
  const { minPace, maxPace, semitones, minRange, maxRange } = BOUNDS;
  const check = (sum: SpanManner) => {
    const { paceFactor, pitchSemitones, rangeFactor } = { ...OWN_MANNER, ...sum };
    const pace = paceFactor * reading.speed;
    const where = `${element.name}, with what is around it,`;
    if (pace < minPace || pace > maxPace) {
      const bounds = `from ${minPace} to ${maxPace}`;
      throw ssmlError(
        element.line,
        `${where} and speed make a pace of ${shown(pace)}; allowed are ${bounds}`,
      );
    }
    if (Math.abs(pitchSemitones) > semitones) {
      const bounds = `from -${semitones} to ${semitones}`;
      throw ssmlError(
        element.line,
        `${where} changes the pitch by ${shown(pitchSemitones)} semitones; allowed are ${bounds}`,
      );
    }
    if (rangeFactor < minRange || rangeFactor > maxRange) {
      const bounds = `from ${minRange} to ${maxRange}`;
      throw ssmlError(
        element.line,
        `${where} multiplies the range by ${shown(rangeFactor)}; allowed are ${bounds}`,
      );
    }
  };
  reading.writer.within(manner, check, () => readChildren(element, reading));
}

function read(
  element: SsmlElement,
  name: string,
  value: string | undefined,
  quantity: { readonly takes: string; read(text: string): number | undefined },
): number | undefined {
  if (value === undefined) return undefined;
  const number = quantity.read(value.trim());
  if (number === undefined) throw refused(element, name, quantity.takes, value);
  return number;
}

function required(element: SsmlElement, name: string): string {
  const value = element.attributes[name];
  if (value !== undefined && value.trim() !== "") return value;
  throw ssmlError(element.line, `${element.name} needs the attribute ${name}`);
}

function textOf({ children }: SsmlElement): string {
  const texts = children.filter((child) => typeof child === "string");
  return texts.join("").replaceAll(/\s+/gu, " ");
}

function refused({ name, line }: SsmlElement, attribute: string, takes: string, got: string) {
  return ssmlError(line, `${attribute} of ${name} has to be ${takes}; got ${quoted(got)}`);
}

const SHOWN_CHARACTERS = 60;

function quoted(text: string): string {
  const characters = Array.from(text);
  return JSON.stringify(
    characters.length <= SHOWN_CHARACTERS
      ? text
      : `${characters.slice(0, SHOWN_CHARACTERS).join("")}…`,
  );
}

function shown(value: number): string {
  return String(Math.round(value * 100) / 100);
}
