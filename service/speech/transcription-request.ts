import { parsePrompt, type Prompt } from "./prompt.ts";
import { Refusal } from "../contract/refusal.ts";
import {
  isTranscriptFormat,
  TRANSCRIPT_FORMATS,
  type TranscriptFormatName,
  type TranscriptOptions,
} from "./transcript-formats.ts";

/** The native id of the transcription model. */
export const TRANSCRIPTION_MODEL_ID = "transcribe-1";

/** What a request for a transcription asks for, beside its file. */
export interface TranscriptionRequest extends TranscriptOptions {
  readonly format: TranscriptFormatName;
  /** Words to prefer. */
  readonly prompt: Prompt;
  /** Whether sentences are sent as they are heard. */
  readonly isStreamed: boolean;
}

type Fields = ReadonlyMap<string, readonly string[]>;

/** Reads the text fields of a transcription request; throws Refusal. Fields that nobody knows are ignored. */
export function parseTranscriptionRequest(
  fields: Fields,
  compatModelId: string,
): TranscriptionRequest {
  checkModel(fields, compatModelId);
  const format = formatOf(fields);
  const temperature = temperatureOf(fields);
  const granularities = granularitiesOf(fields, format);
  checkLanguage(fields);
  const prompt = parsePrompt(last(fields, "prompt") ?? "");
  const isStreamed = isStreamedIn(fields, format);
  return { format, temperature, withWords: granularities.includes("word"), prompt, isStreamed };
}

/** What a transcript may have times of. */
export const GRANULARITIES: readonly string[] = ["word", "segment"];

/** Throws Refusal unless the id is one of the transcription model's two. */
export function checkTranscriptionModel(model: string, compatModelId: string): void {
  if (model === TRANSCRIPTION_MODEL_ID || model === compatModelId) return;
  throw new Refusal(
    "model_not_found",
    `The model "${model}" does not exist; there are ${TRANSCRIPTION_MODEL_ID} and ${compatModelId}.`,
    "model",
  );
}

function checkModel(fields: Fields, compatModelId: string): void {
  const model = last(fields, "model");
  if (model === undefined) throw new Refusal("invalid_request", "model is missing.", "model");
  checkTranscriptionModel(model, compatModelId);
}

function formatOf(fields: Fields): TranscriptFormatName {
  const format = last(fields, "response_format") ?? "json";
  if (isTranscriptFormat(format)) return format;
  const known = Object.keys(TRANSCRIPT_FORMATS).join(", ");
  throw new Refusal(
    "bad_response_format",
    `response_format "${format}" does not exist; there are ${known}.`,
    "response_format",
  );
}

function temperatureOf(fields: Fields): number {
  const text = last(fields, "temperature") ?? "0";
  const temperature = text.trim() === "" ? Number.NaN : Number(text);
  if (temperature >= 0 && temperature <= 1) return temperature;
  throw new Refusal(
    "bad_temperature",
    "temperature has to be a number from 0 to 1.",
    "temperature",
  );
}

function granularitiesOf(fields: Fields, format: TranscriptFormatName): readonly string[] {
  const param = "timestamp_granularities";
  const granularities = fields.get(param) ?? [];
  const unknown = granularities.find((name) => !GRANULARITIES.includes(name));
  if (unknown !== undefined) {
    throw new Refusal(
      "invalid_request",
      `timestamp_granularities "${unknown}" does not exist; there are ${GRANULARITIES.join(" and ")}.`,
      param,
    );
  }
  if (granularities.length > 0 && format !== "verbose_json") {
    throw new Refusal(
      "invalid_request",
      "timestamp_granularities needs response_format verbose_json.",
      param,
    );
  }
  return granularities;
}

function checkLanguage(fields: Fields): void {
  const language = last(fields, "language");
  if (language === undefined || language === "tr") return;
  throw new Refusal("invalid_request", 'language has to be "tr" or absent.', "language");
}

/** The formats that a streamed transcript can stand for: its events carry text alone. */
const STREAMED_FORMATS: readonly TranscriptFormatName[] = ["json", "text"];

function isStreamedIn(fields: Fields, format: TranscriptFormatName): boolean {
  const stream = last(fields, "stream") ?? "false";
  if (stream === "false") return false;
  if (stream !== "true") {
    throw new Refusal("invalid_request", "stream has to be true or false.", "stream");
  }
  if (STREAMED_FORMATS.includes(format)) return true;
  const formats = STREAMED_FORMATS.join(" or ");
  throw new Refusal("invalid_request", `stream needs response_format ${formats}.`, "stream");
}

function last(fields: Fields, name: string): string | undefined {
  return fields.get(name)?.at(-1);
}
