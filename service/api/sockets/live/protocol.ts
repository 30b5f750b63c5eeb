import type { SampleEncoding } from "../../../engine/audio/sample-decoder.ts";
import { ERRORS, type ApiError, type ErrorBody } from "../../../contract/errors.ts";
import { NO_PROMPT, parsePrompt, type Prompt } from "../../../speech/prompt.ts";
import { TRANSCRIPTION_MODEL_ID } from "../../../contract/transcriptions.ts";
import { checkTranscriptionModel } from "../../../speech/transcription-request.ts";
import {
  flag,
  integer,
  invalidField,
  oneOf,
  parseFrame,
  text,
  type FieldReader,
  type FrameFields,
} from "../frame.ts";

/** What a client says about its audio and what it wants to hear back. */
export interface StreamParameters {
  readonly model: string;
  readonly encoding: SampleEncoding;
  /** Samples per second of each channel. */
  readonly sampleRate: number;
  readonly channels: number;
  readonly interimResults: boolean;
  /** A pause this long ends a segment. */
  readonly endpointingMs: number;
  readonly words: boolean;
  /** Words to prefer. */
  readonly prompt: Prompt;
}

export type ClientMessage =
  | { readonly type: "config"; readonly parameters: StreamParameters }
  | { readonly type: "finalize" }
  | { readonly type: "keepalive" }
  | { readonly type: "end" };

export interface MessageWord {
  readonly word: string;
  readonly start: number;
  readonly end: number;
}

export interface MessageSegment {
  /** Counts from 0. */
  readonly segment: number;
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly words?: readonly MessageWord[];
}

/** What the server says; times are seconds from the start of the audio. */
export type ServerMessage =
  | {
      readonly type: "session.started";
      readonly session_id: string;
      readonly request_id: string;
      readonly model: string;
      readonly sample_rate: number;
      readonly expires_at: string;
    }
  | { readonly type: "speech.started"; readonly at: number }
  | { readonly type: "speech.stopped"; readonly at: number }
  | {
      readonly type: "transcript.partial";
      readonly segment: number;
      readonly start: number;
      /** How far the audio was heard. */
      readonly end: number;
      readonly text: string;
    }
  | ({ readonly type: "transcript.segment" } & MessageSegment)
  | {
      readonly type: "transcript.final";
      readonly text: string;
      readonly duration: number;
      readonly segments: readonly MessageSegment[];
      readonly usage: { readonly type: "duration"; readonly seconds: number };
    }
  | ErrorMessage;

/** Tells an error, on every socket of the service's own. */
export interface ErrorMessage {
  readonly type: "error";
  readonly error: ErrorBody & { readonly request_id: string; readonly retry_after?: number };
}

/** How samples may be coded, by their names in a request. */
export const ENCODINGS = ["pcm_s16le", "pcm_f32le", "mulaw", "alaw"] as const;
const SAMPLE_ENCODINGS: Readonly<Record<(typeof ENCODINGS)[number], SampleEncoding>> = {
  pcm_s16le: "s16le",
  pcm_f32le: "f32le",
  mulaw: "mulaw",
  alaw: "alaw",
};

const DEFAULTS: StreamParameters = {
  model: TRANSCRIPTION_MODEL_ID,
  encoding: "s16le",
  sampleRate: 16_000,
  channels: 1,
  interimResults: true,
  endpointingMs: 800,
  words: false,
  prompt: NO_PROMPT,
};

/** What the numbers among the parameters may be. */
export const STREAM_RANGES = {
  sampleRate: { least: 8000, most: 48_000 },
  channels: { least: 1, most: 8 },
  endpointingMs: { least: 100, most: 10_000 },
} as const;

/** Reads the parameters in the address of a socket; throws Refusal or ApiError. Unknown ones are ignored. */
export function parseStreamQuery(query: URLSearchParams, compatModelId: string): StreamParameters {
  return parseParameters(Object.fromEntries(query), DEFAULTS, compatModelId);
}

/** Reads a text frame of a client; a config changes the `current` parameters; throws Refusal or ApiError. */
export function parseClientMessage(
  text: string,
  current: StreamParameters,
  compatModelId: string,
): ClientMessage {
  const message = parseFrame(text);
  switch (message["type"]) {
    case "config":
      return { type: "config", parameters: parseParameters(message, current, compatModelId) };
    case "finalize":
    case "keepalive":
    case "end":
      return { type: message["type"] };
    default:
      throw invalidField("type", "has to be one of config, finalize, keepalive, end");
  }
}

export function serialise(message: ServerMessage): string {
  return JSON.stringify(message);
}

/** The message of an error, with everything that a response would carry. */
export function errorMessage(error: ApiError, requestId: string): ErrorMessage {
  const { retryAfterSeconds } = error;
  return {
    type: "error",
    error: {
      ...error.body,
      request_id: requestId,
      ...(retryAfterSeconds === undefined ? {} : { retry_after: Math.ceil(retryAfterSeconds) }),
    },
  };
}

const CLOSE_CODES = { base: 4000, internalError: 1011 };

/** The code that a socket is closed with after an error: 4000 and the HTTP status, 1011 for a fault of the server. */
export function closeCodeOf({ kind: { status } }: ApiError): number {
  return status === 500 ? CLOSE_CODES.internalError : CLOSE_CODES.base + status;
}

const ERROR_CLOSE_CODES: ReadonlySet<number> = new Set(
  Object.values(ERRORS).map(({ status }) => CLOSE_CODES.base + status),
);

/** A close code as metrics name it: of those that clients may choose freely, such as no error has are `other`. */
export function closeLabel(code: number): string {
  const isStandard = code >= 1000 && code < 1016;
  return isStandard || ERROR_CLOSE_CODES.has(code) ? String(code) : "other";
}

function parseParameters(
  given: FrameFields,
  current: StreamParameters,
  compatModelId: string,
): StreamParameters {
  const read = <Value>(name: string, reader: FieldReader<Value>, absent: Value): Value =>
    given[name] === undefined ? absent : reader(given[name], name);
  const model = read("model", text, current.model);
  checkTranscriptionModel(model, compatModelId);
  read("language", oneOf(["tr"]), "tr");
  return {
    model,
    encoding: read(
      "encoding",
      (value, name) => SAMPLE_ENCODINGS[oneOf(ENCODINGS)(value, name)],
      current.encoding,
    ),
    sampleRate: read("sample_rate", integer(STREAM_RANGES.sampleRate), current.sampleRate),
    channels: read("channels", integer(STREAM_RANGES.channels), current.channels),
    interimResults: read("interim_results", flag, current.interimResults),
    endpointingMs: read(
      "endpointing_ms",
      integer(STREAM_RANGES.endpointingMs),
      current.endpointingMs,
    ),
    words: read("words", flag, current.words),
    prompt: read("prompt", (value, name) => parsePrompt(text(value, name)), current.prompt),
  };
}
