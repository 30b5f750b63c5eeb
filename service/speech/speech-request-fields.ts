/** The fields of a speech request, however they were sent. */

import type { Recording } from "../engine/audio/decoding/open-audio.ts";
import { Refusal } from "../contract/refusal.ts";

/** Field names with their values; a field that was left out, or sent as null, is undefined. */
export type SpeechFields = Readonly<Record<string, unknown>>;

/** A speech request as it was sent. */
export interface SentSpeechRequest {
  readonly fields: SpeechFields;
  /** The cloning recording, where it came as a file. */
  readonly referenceFile: Recording | undefined;
}

const NUMBERS: ReadonlySet<string> = new Set(["speed", "sample_rate"]);
const TRUTHS: ReadonlySet<string> = new Set(["consent"]);
const STRUCTURES: ReadonlySet<string> = new Set(["voice", "pronunciations"]);

/** Reads the fields of a JSON body; throws Refusal. */
export function fieldsOfJson(json: unknown): SpeechFields {
  if (typeof json === "object" && json !== null && !Array.isArray(json)) {
    // Some clients send null for what they leave out.
    return Object.fromEntries(Object.entries(json).filter(([, value]) => value !== null));
  }
  throw new Refusal("invalid_request", "The body has to be a JSON object.");
}

/**
 * Reads the text fields of a form as the values that they have in JSON.
 *
 * Of a field that is there more than once, the last one counts.
 */
export function fieldsOfForm(form: ReadonlyMap<string, readonly string[]>): SpeechFields {
  return Object.fromEntries(
    [...form].map(([name, values]) => [name, valueOf(name, values.at(-1) ?? "")]),
  );
}

function valueOf(name: string, text: string): unknown {
  if (NUMBERS.has(name) && text.trim() !== "" && !Number.isNaN(Number(text))) return Number(text);
  if (TRUTHS.has(name) && (text === "true" || text === "false")) return text === "true";
  return STRUCTURES.has(name) && /^\s*[[{]/.test(text) ? parsedOrText(text) : text;
}

function parsedOrText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** The length of a text as people count it: code points, not UTF-16 units. */
export function codePoints(text: string): number {
  return Array.from(text).length;
}
