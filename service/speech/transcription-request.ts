import { ApiError } from "../contract/errors.ts";
import { nothingLeft, type Sent } from "../contract/schema.ts";
import type { TranscriptFormatName, TranscriptionFields } from "../contract/transcriptions.ts";
import { modelLoading } from "../engine/admission/engine-error.ts";
import type { Engine } from "../engine/engine.ts";
import type { ModelPool } from "../engine/pool/pool.ts";
import { parsePrompt, type Prompt } from "./prompt.ts";
import type { TranscriptOptions } from "./transcript-formats.ts";

interface TranscriptionRequest extends TranscriptOptions {
  readonly model: string;
  readonly format: TranscriptFormatName;
  readonly prompt: Prompt;
  readonly isStreamed: boolean;
  readonly withSpeakers: boolean;
}

/** The formats that a streamed transcript can stand for: its events carry text alone. */
const STREAMED_FORMATS: readonly TranscriptFormatName[] = ["json", "text"];

/** Brings the fields of a transcription request into what is to be done; `models` are the names that it may use; throws ApiError. */
export function parseTranscriptionRequest(
  fields: Sent<typeof TranscriptionFields>,
  models: readonly string[],
): TranscriptionRequest {
  const { model, language: _only, prompt, response_format: format, ...asked } = fields;
  const { temperature, timestamp_granularities: granularities = [], stream, ...rest } = asked;
  nothingLeft(rest);
  checkTranscriptionModel(model, models);
  if (granularities.length > 0 && format !== "verbose_json") {
    throw invalid("timestamp_granularities", "needs response_format verbose_json");
  }
  if (stream && !STREAMED_FORMATS.includes(format)) {
    throw invalid("stream", `needs response_format ${STREAMED_FORMATS.join(" or ")}`);
  }
  return {
    model,
    format,
    temperature,
    withWords: granularities.includes("word"),
    prompt: parsePrompt(prompt ?? ""),
    isStreamed: stream,
    withSpeakers: format === "diarized_json",
  };
}

/** Throws ApiError unless the model is one of those that there are. */
export function checkTranscriptionModel(model: string, models: readonly string[]): void {
  if (models.includes(model)) return;
  throw new ApiError(
    "model_not_found",
    `The model ${JSON.stringify(model)} does not exist; there are ${models.join(", ")}.`,
    "model",
  );
}

/** Finds the model that a request names, whose name was checked; throws EngineError (model_loading) where there is none yet. */
export function findTranscriptionModel(model: string, engine: Pick<Engine, "named">): ModelPool {
  const found = engine.named("transcription", model);
  if (found === undefined) throw modelLoading(model);
  return found;
}

/** Throws ApiError (unsupported_field) where `field` asks a model for times of words that it does not know. */
export function checkWordTimes(model: Pick<ModelPool, "id" | "can">, field: string): void {
  if (model.can("word_times")) return;
  throw new ApiError(
    "unsupported_field",
    `${model.id} does not say when each word was spoken; it knows the times of segments.`,
    field,
  );
}

/** Throws ApiError (unsupported_field) where `field` asks a model for speakers that it does not tell apart. */
export function checkSpeakers(model: Pick<ModelPool, "id" | "can">, field: string): void {
  if (model.can("speakers")) return;
  throw new ApiError(
    "unsupported_field",
    `${model.id} does not tell speakers apart, so that it cannot answer with diarized_json.`,
    field,
  );
}

function invalid(field: string, problem: string): ApiError {
  return new ApiError("invalid_request", `${field} ${problem}.`, field);
}
