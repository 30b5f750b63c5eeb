import { ApiError } from "../contract/errors.ts";
import { nothingLeft, type Sent } from "../contract/schema.ts";
import {
  TRANSCRIPTION_MODEL_ID,
  type TranscriptFormatName,
  type TranscriptionFields,
} from "../contract/transcriptions.ts";
import { parsePrompt, type Prompt } from "./prompt.ts";
import type { TranscriptOptions } from "./transcript-formats.ts";

interface TranscriptionRequest extends TranscriptOptions {
  readonly format: TranscriptFormatName;
  readonly prompt: Prompt;
  readonly isStreamed: boolean;
}

/** The formats that a streamed transcript can stand for: its events carry text alone. */
const STREAMED_FORMATS: readonly TranscriptFormatName[] = ["json", "text"];

/** Brings the fields of a transcription request into what is to be done; throws ApiError. */
export function parseTranscriptionRequest(
  fields: Sent<typeof TranscriptionFields>,
  compatModelId: string,
): TranscriptionRequest {
  const { model, language: _only, prompt, response_format: format, ...asked } = fields;
  const { temperature, timestamp_granularities: granularities = [], stream, ...rest } = asked;
  nothingLeft(rest);
  checkTranscriptionModel(model, compatModelId);
  if (granularities.length > 0 && format !== "verbose_json") {
    throw invalid("timestamp_granularities", "needs response_format verbose_json");
  }
  if (stream && !STREAMED_FORMATS.includes(format)) {
    throw invalid("stream", `needs response_format ${STREAMED_FORMATS.join(" or ")}`);
  }
  return {
    format,
    temperature,
    withWords: granularities.includes("word"),
    prompt: parsePrompt(prompt ?? ""),
    isStreamed: stream,
  };
}

/** Throws ApiError unless the id is one of the transcription model's two. */
export function checkTranscriptionModel(model: string, compatModelId: string): void {
  if (model === TRANSCRIPTION_MODEL_ID || model === compatModelId) return;
  throw new ApiError(
    "model_not_found",
    `The model "${model}" does not exist; there are ${TRANSCRIPTION_MODEL_ID} and ${compatModelId}.`,
    "model",
  );
}

function invalid(field: string, problem: string): ApiError {
  return new ApiError("invalid_request", `${field} ${problem}.`, field);
}
