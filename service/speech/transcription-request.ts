import { Refusal } from "./refusal.ts";
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
  refuseUnavailable(fields);
  return { format, temperature, withWords: granularities.includes("word") };
}

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
  const unknown = granularities.find((name) => name !== "word" && name !== "segment");
  if (unknown !== undefined) {
    throw new Refusal(
      "invalid_request",
      `timestamp_granularities "${unknown}" does not exist; there are word and segment.`,
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

/** Fields of the interface that this version cannot honour: refused, so that nobody relies on them in vain. */
function refuseUnavailable(fields: Fields): void {
  if ((last(fields, "prompt") ?? "") !== "") throw notYet("prompt");
  const stream = last(fields, "stream");
  if (stream !== undefined && stream !== "false") throw notYet("stream");
}

function notYet(field: string): Refusal {
  return new Refusal("invalid_request", `${field} is not available yet.`, field);
}

function last(fields: Fields, name: string): string | undefined {
  return fields.get(name)?.at(-1);
}
