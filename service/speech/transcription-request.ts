import { ApiError } from "../contract/errors.ts";
import { nothingLeft, type Sent } from "../contract/schema.ts";
import type { TranscriptFormatName, TranscriptionFields } from "../contract/transcriptions.ts";
import { modelLoading } from "../engine/admission/engine-error.ts";
import type { Engine } from "../engine/engine.ts";
import type { ModelPool } from "../engine/pool/pool.ts";
import { parsePrompt, type Prompt } from "./prompt.ts";
import { CHANNEL_FORMATS, isChannelFormat } from "./channel-formats.ts";
import type { TranscriptOptions } from "./transcript-formats.ts";

interface TranscriptionRequest extends TranscriptOptions {
  readonly model: string;
  readonly format: TranscriptFormatName;
  readonly prompt: Prompt;
  readonly isStreamed: boolean;
  /** Whether each channel is transcribed by itself. */
  readonly isSeparate: boolean;
  readonly withSpeakers: boolean;
  /** Whether numbers are written as figures. */
  readonly withFigures: boolean;
}

/** The served models, and the formats in which requests get figures by default. */
interface TranscriptionDefaults {
  /** Names of models that there are. */
  readonly models: readonly string[];
  /** Formats in which numbers are written as figures. */
  readonly smartFormats: readonly TranscriptFormatName[];
}

/** The formats that can be streamed: the events carry only text. */
const STREAMED_FORMATS: readonly TranscriptFormatName[] = ["json", "text"];

/** Brings the fields of a transcription request into what is to be done; throws ApiError. */
export function parseTranscriptionRequest(
  fields: Sent<typeof TranscriptionFields>,
  { models, smartFormats }: TranscriptionDefaults,
): TranscriptionRequest {
  const { model, language: _only, prompt, response_format: format, ...options } = fields;
  const { temperature, timestamp_granularities: granularities = [], ...more } = options;
  const { stream, smart_format: smart, word_confidence: withConfidence, ...others } = more;
  const { channels, ...rest } = others;
  nothingLeft(rest);
  checkTranscriptionModel(model, models);
  if (granularities.length > 0 && format !== "verbose_json") {
    throw invalid("timestamp_granularities", "needs response_format verbose_json");
  }
  const isSeparate = channels === "separate";
  if (isSeparate && (stream || !isChannelFormat(format))) {
    const formats = Object.keys(CHANNEL_FORMATS).join(" or ");
    throw invalid("channels", `separate needs response_format ${formats}, without stream`);
  }
  const withWords = granularities.includes("word");
  if (withConfidence && !withWords) {
    throw invalid("word_confidence", "needs timestamp_granularities word");
  }
  if (stream && !STREAMED_FORMATS.includes(format)) {
    throw invalid("stream", `needs response_format ${STREAMED_FORMATS.join(" or ")}`);
  }
  return {
    model,
    format,
    temperature,
    withWords,
    withConfidence,
    prompt: parsePrompt(prompt ?? ""),
    isStreamed: stream,
    isSeparate,
    withSpeakers: format === "diarized_json",
    withFigures: smart ?? (!stream && smartFormats.includes(format)),
  };
}

/** A transcription request with its model. */
export interface RequestedTranscription extends Omit<TranscriptionRequest, "model"> {
  readonly model: ModelPool;
}

/** Reads a transcription request and finds its model; throws ApiError, or EngineError (model_loading). */
export function requestedTranscription(
  fields: Sent<typeof TranscriptionFields>,
  engine: Engine,
  smartFormats: TranscriptionDefaults["smartFormats"],
): RequestedTranscription {
  const models = engine.namesOf("transcription");
  const request = parseTranscriptionRequest(fields, { models, smartFormats });
  const model = findTranscriptionModel(request.model, engine);
  if (request.withWords) checkWordTimes(model, "timestamp_granularities");
  if (request.withSpeakers) checkSpeakers(model, "response_format");
  return { ...request, model };
}

/** Throws ApiError unless the model exists. */
export function checkTranscriptionModel(model: string, models: readonly string[]): void {
  if (models.includes(model)) return;
  throw new ApiError(
    "model_not_found",
    `The model ${JSON.stringify(model)} does not exist; there are ${models.join(", ")}.`,
    "model",
  );
}

/** Returns the model of a name that was checked; throws EngineError (model_loading) where there is none yet. */
export function findTranscriptionModel(model: string, engine: Pick<Engine, "named">): ModelPool {
  const found = engine.named("transcription", model);
  if (found === undefined) throw modelLoading(model);
  return found;
}

/** Throws ApiError (unsupported_field) for `field` if a model does not know the times of words. */
export function checkWordTimes(model: Pick<ModelPool, "id" | "can">, field: string): void {
  if (model.can("word_times")) return;
  throw new ApiError(
    "unsupported_field",
    `${model.id} does not say when each word was spoken; it knows the times of segments.`,
    field,
  );
}

/** Throws ApiError (unsupported_field) for `field` if a model does not tell speakers apart. */
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
