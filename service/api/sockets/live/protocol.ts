import { read, readFrame, readMessage } from "../../../contract/read.ts";
import { ApiError } from "../../../contract/errors.ts";
import { nothingLeft, type Sent } from "../../../contract/schema.ts";
import {
  STREAM_CLIENT_MESSAGES,
  StreamParameters as StreamParametersSchema,
  type ENCODINGS,
  type ServerMessage,
  type StreamClientMessage,
} from "../../../contract/sockets/live-stream.ts";
import type { SampleEncoding } from "../../../engine/audio/sample-decoder.ts";
import { parsePrompt, type Prompt } from "../../../speech/prompt.ts";
import { checkTranscriptionModel } from "../../../speech/transcription-request.ts";

/** Audio format of a stream, and the output that the client requests. */
export interface StreamParameters {
  readonly model: string;
  readonly encoding: SampleEncoding;
  /** Sample rate of each channel in Hz. */
  readonly sampleRate: number;
  readonly channels: number;
  readonly interimResults: boolean;
  /** Minimum length of a pause that ends a segment. */
  readonly endpointingMs: number;
  readonly words: boolean;
  /** Whether words have their confidence. */
  readonly withConfidence: boolean;
  /** Whether the numbers of segments are written as figures. */
  readonly withFigures: boolean;
  readonly prompt: Prompt;
}

const SAMPLE_ENCODINGS: Readonly<Record<(typeof ENCODINGS)[number], SampleEncoding>> = {
  pcm_s16le: "s16le",
  pcm_f32le: "f32le",
  mulaw: "mulaw",
  alaw: "alaw",
};

/** The parameters as a client writes them, with defaults for omitted ones. */
export type StreamFields = Sent<typeof StreamParametersSchema>;

/** Reads the parameters in the URL of a socket; throws ApiError. Unknown ones are ignored. */
export function readStreamQuery(query: URLSearchParams): StreamFields {
  return read(StreamParametersSchema, Object.fromEntries(query), { asText: true });
}

/**
 * Converts a client's parameters; `models` are the names that they may use. Throws ApiError for a model that does not exist.
 */
export function streamParameters(
  fields: StreamFields,
  models: readonly string[],
): StreamParameters {
  const { model, language: _only, encoding, sample_rate: sampleRate, channels, ...more } = fields;
  const { interim_results, endpointing_ms, words, word_confidence, ...others } = more;
  const { smart_format, prompt, ...rest } = others;
  nothingLeft(rest);
  if (word_confidence && !words) {
    throw new ApiError("invalid_request", "word_confidence needs words.", "word_confidence");
  }
  checkTranscriptionModel(model, models);
  return {
    model,
    encoding: SAMPLE_ENCODINGS[encoding],
    sampleRate,
    channels,
    interimResults: interim_results,
    endpointingMs: endpointing_ms,
    words,
    withConfidence: word_confidence,
    withFigures: smart_format,
    prompt: parsePrompt(prompt),
  };
}

/** Reads a text frame of a client; throws ApiError. Numbers may also be written as text, as they are in URLs. */
export function readClientMessage(text: string): StreamClientMessage {
  return readMessage(STREAM_CLIENT_MESSAGES, readFrame(text), { asText: true });
}

/** Returns the parameters after a config; those that it does not name stay unchanged. */
export function changedFields(
  current: StreamFields,
  { type: _config, ...change }: Extract<StreamClientMessage, { type: "config" }>,
): StreamFields {
  return { ...current, ...change } as StreamFields;
}

export function serialise(message: ServerMessage): string {
  return JSON.stringify(message);
}
