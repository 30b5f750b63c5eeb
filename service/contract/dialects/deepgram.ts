import { Type } from "typebox";
import type { Dialect } from "../dialect.ts";
import { MAX_SEPARATE_CHANNELS } from "../../engine/audio/channels.ts";
import { WEBHOOK_SECRET } from "../jobs.ts";
import { LIMITS } from "../limits.ts";
import { ENGINE_ERRORS, json, type Operation, RECORDING_ERRORS } from "../operation.ts";
import { InputText } from "../pronunciations.ts";
import { choice } from "../schema.ts";
import { SPEAKING_ERRORS } from "../speech.ts";

/** Deepgram's error codes by HTTP status; other errors keep the service's own code. */
const ERROR_CODES: Readonly<Record<number, string>> = {
  400: "Bad Request",
  401: "INVALID_AUTH",
  403: "INSUFFICIENT_PERMISSIONS",
  404: "NOT_FOUND",
  413: "PAYLOAD_TOO_LARGE",
  429: "TOO_MANY_REQUESTS",
};

/** The API of Deepgram, for transcription, live transcription and speech. */
export const deepgram: Dialect = {
  name: "deepgram",
  vendor: "Deepgram",
  header: "Authorization: Token",
  isSpokenBy: ({ authorization = "" }) => /^token\s/i.test(authorization),
  errorBody: (error, requestId) => ({
    err_code: ERROR_CODES[error.kind.status] ?? error.code,
    err_msg: error.message,
    request_id: requestId,
    code: error.code,
    param: error.param,
  }),
  ErrorAnswer: Type.Object({
    err_code: Type.String({ description: "As Deepgram names it." }),
    err_msg: Type.String({ description: "For people; it may change." }),
    request_id: Type.String(),
    code: Type.String({ description: "The service's own code; stable." }),
    param: Type.Union([Type.String(), Type.Null()], {
      description: "The parameter that is at fault, where there is one.",
    }),
  }),
};

const seconds = Type.Number({ minimum: 0, description: "Seconds from the start of the audio." });
const confidence = Type.Number({ minimum: 0, maximum: 1 });
/** A parameter that may be repeated. */
const several = Type.Union([Type.Array(Type.String()), Type.String()], {
  "x-takes": "a text, or several",
});
const flag = (description: string) => Type.Boolean({ default: false, description });

const Word = Type.Object({
  word: Type.String({ description: "Lower-case and without marks." }),
  start: seconds,
  end: seconds,
  confidence,
  punctuated_word: Type.String(),
  speaker: Type.Optional(Type.Integer({ description: "With diarize; counts from 0." })),
});

const Sentence = Type.Object({ text: Type.String(), start: seconds, end: seconds });

const Alternative = Type.Object({
  transcript: Type.String({
    description:
      "With capitals and marks where punctuate, smart_format or paragraphs asks for them.",
  }),
  confidence,
  words: Type.Array(Word),
  paragraphs: Type.Optional(
    Type.Object({
      transcript: Type.String(),
      paragraphs: Type.Array(
        Type.Object({
          sentences: Type.Array(Sentence),
          num_words: Type.Integer(),
          start: seconds,
          end: seconds,
          speaker: Type.Optional(Type.Integer()),
        }),
      ),
    }),
  ),
});

const ModelInfo = Type.Object({ name: Type.String(), version: Type.String(), arch: Type.String() });

export const DeepgramMetadata = Type.Object({
  transaction_key: Type.String(),
  request_id: Type.String(),
  sha256: Type.String({ description: "Of the audio as it was sent." }),
  created: Type.String({ format: "date-time" }),
  duration: Type.Number({ description: "Seconds." }),
  channels: Type.Integer(),
  models: Type.Array(Type.String()),
  model_info: Type.Record(Type.String(), ModelInfo),
  warnings: Type.Optional(
    Type.Array(Type.Object({ code: Type.String(), message: Type.String() }), {
      description: "What you should know of the transcript; left out when there is nothing.",
    }),
  ),
});

export const DeepgramTranscription = Type.Object({
  metadata: DeepgramMetadata,
  results: Type.Object({
    channels: Type.Array(
      Type.Object({
        alternatives: Type.Array(Alternative),
        detected_language: Type.Optional(Type.String({ description: "With detect_language." })),
      }),
    ),
    utterances: Type.Optional(
      Type.Array(
        Type.Object({
          start: seconds,
          end: seconds,
          confidence,
          channel: Type.Integer(),
          transcript: Type.String(),
          words: Type.Array(Word),
          speaker: Type.Optional(Type.Integer()),
          id: Type.String(),
        }),
      ),
    ),
  }),
});

/** The query parameters that transcription of recordings and live transcription share. */
export const DEEPGRAM_LISTENING = {
  model: Type.Optional(
    Type.String({
      description:
        "A transcription model of the service, or a model of Deepgram, in whose place the default one answers.",
      examples: ["nova-3", "transcribe-1"],
    }),
  ),
  language: Type.Optional(
    Type.String({ description: "tr, tr-TR or multi; only Turkish is transcribed." }),
  ),
  punctuate: flag("Capitals and marks."),
  smart_format: flag("The same as punctuate and numerals."),
  numerals: flag("Numbers as figures; in a stream once a result is final."),
  diarize: flag("Whether words say who speaks; only of a model that tells speakers apart."),
  keyterm: Type.Optional(several),
  keywords: Type.Optional(several),
};

/** Parameters of Deepgram's features that this service lacks; a request that uses one is refused. */
export const DEEPGRAM_ONLY = [
  "custom_intent",
  "custom_topic",
  "detect_entities",
  "dictation",
  "intents",
  "measurements",
  "profanity_filter",
  "redact",
  "replace",
  "search",
  "sentiment",
  "summarize",
  "topics",
  "translate",
] as const;

/** Further parameters that live streams do not support: their channels are mixed, their results are sent on the socket. */
export const DEEPGRAM_FILES_ONLY = ["callback", "multichannel"] as const;

/** Encodings of samples without a container, by Deepgram's names. */
export const RAW_ENCODINGS = ["linear16", "linear32", "mulaw", "alaw"] as const;

const SampleRate = Type.Integer({ minimum: 8000, maximum: 48_000, description: "Hertz." });
const Channels = Type.Integer({ minimum: 1, maximum: 8, default: 1 });

export const ListenQuery = Type.Object({
  ...DEEPGRAM_LISTENING,
  multichannel: flag(
    `Transcribes each channel by itself, one or ${MAX_SEPARATE_CHANNELS} of them, and counts the seconds of each.`,
  ),
  detect_language: flag("The answer says that it is Turkish."),
  paragraphs: flag("Sentences, and paragraphs of them; with capitals and marks."),
  utterances: flag("What was said between pauses."),
  utt_split: Type.Number({
    minimum: 0,
    maximum: 60,
    default: 0.8,
    description: "Seconds of pause that part two utterances.",
  }),
  encoding: Type.Optional(
    Type.String({
      description: `Of samples without a container: ${RAW_ENCODINGS.join(", ")}, with sample_rate. The format of any other recording is recognised by its content.`,
    }),
  ),
  sample_rate: Type.Optional(SampleRate),
  channels: Channels,
  callback: Type.Optional(
    Type.String({
      maxLength: LIMITS.jobs.addressCharacters,
      description:
        "Where the transcript is sent once it is there: an https address of the public network. The answer is then a request_id alone. With an API key.",
    }),
  ),
  callback_method: choice(["post", "put"], {
    default: "post",
    "x-any-case": true,
    description: "The method of the request to callback.",
  }),
  callback_secret: Type.Optional(
    Type.String({
      ...WEBHOOK_SECRET,
      description:
        "What the request to callback is signed with, according to Standard Webhooks: whsec_ and 24 to 64 bytes in base64. This service's own.",
    }),
  ),
});

/** The answer to a request with `callback`. */
export const DeepgramAccepted = Type.Object({
  request_id: Type.String({ description: "The request_id in the metadata of the transcript." }),
});

/** A recording at a URL. */
export const ListenUrl = Type.Object({
  url: Type.String({
    description:
      "Where the recording is: an https address of the public network, of at most as many bytes as an upload. With an API key, or a session that one began.",
  }),
});

const SPEAK_ENCODINGS = ["linear16", "mp3", "opus", "flac", "aac"] as const;

export const SpeakQuery = Type.Object({
  model: Type.Optional(
    Type.String({
      "x-error": "unknown_voice",
      description:
        "The voice: a built-in one, the id of a saved one, or a voice of Deepgram, in whose place a voice of the same gender speaks.",
      examples: ["ayla", "aura-2-thalia-en"],
    }),
  ),
  encoding: choice(SPEAK_ENCODINGS, { default: "mp3" }),
  container: Type.Optional(
    choice(["wav", "ogg", "none"], {
      description: "wav or none with linear16, ogg with opus; the other encodings have none.",
    }),
  ),
  sample_rate: Type.Optional(SampleRate),
  bit_rate: Type.Optional(
    Type.Number({ description: "Taken; the service has a bit rate of its own for each encoding." }),
  ),
  speed: Type.Number({ minimum: 0.25, maximum: 4, default: 1 }),
});

/** Parameters of Deepgram's speech API that this service lacks. */
export const DEEPGRAM_SPEAK_ONLY = ["callback"] as const;

export const SpeakBody = Type.Object({ text: InputText });

const ListenedModel = Type.Object({
  name: Type.String(),
  canonical_name: Type.String(),
  architecture: Type.String(),
  languages: Type.Array(Type.String()),
  version: Type.String(),
  uuid: Type.String(),
  batch: Type.Boolean(),
  streaming: Type.Boolean(),
  formatted_output: Type.Boolean(),
});

const SpokenModel = Type.Object({
  name: Type.String(),
  canonical_name: Type.String(),
  architecture: Type.String(),
  languages: Type.Array(Type.String()),
  version: Type.String(),
  uuid: Type.String(),
  metadata: Type.Object({
    accent: Type.String(),
    tags: Type.Array(Type.String()),
  }),
});

export const DeepgramModels = Type.Object({
  stt: Type.Array(ListenedModel),
  tts: Type.Array(SpokenModel, { description: "One for each built-in voice." }),
});

const bytes = Type.String({ contentMediaType: "application/octet-stream" });
const TAG = "Deepgram";

export const deepgramSchemas = {
  DeepgramError: deepgram.ErrorAnswer,
  DeepgramTranscription,
  DeepgramAccepted,
  DeepgramModels,
};

export const deepgramOperations = {
  deepgramListen: {
    method: "post",
    path: "/v1/listen",
    tag: TAG,
    summary: "Transcribe a recording, as Deepgram's API does",
    description:
      "Takes the recording as the body, or its address as JSON. With callback it is transcribed as a job, which is listed under /v1/jobs. What has no counterpart here is refused by name; other unknown parameters are ignored.",
    access: "credential",
    counted: { activity: "transcription" },
    dialect: deepgram,
    query: ListenQuery,
    body: { "application/json": ListenUrl, "application/octet-stream": bytes },
    answer: json(
      "The transcript; with callback the id of the request alone.",
      Type.Union([DeepgramTranscription, DeepgramAccepted]),
    ),
    errors: ["account_required", "job_limit_reached", "store_unavailable", ...RECORDING_ERRORS],
  },
  deepgramSpeak: {
    method: "post",
    path: "/v1/speak",
    tag: TAG,
    summary: "Create speech, as Deepgram's API does",
    access: "credential",
    counted: { activity: "speech" },
    dialect: deepgram,
    query: SpeakQuery,
    body: { "application/json": SpeakBody },
    answer: {
      status: 200,
      description: "The audio, sent as it is made.",
      headers: {
        "dg-model-name": Type.String({ description: "The voice that speaks." }),
        "dg-char-count": Type.String({ description: "Characters that were counted." }),
      },
      content: {
        "audio/mpeg": bytes,
        "audio/ogg": bytes,
        "audio/aac": bytes,
        "audio/flac": bytes,
        "audio/wav": bytes,
        "audio/pcm": bytes,
      },
    },
    errors: [...SPEAKING_ERRORS, ...ENGINE_ERRORS],
  },
  deepgramGrant: {
    method: "post",
    path: "/v1/auth/grant",
    tag: TAG,
    summary: "Begin a demo session, as Deepgram's API grants a token",
    description: "The body is not read: a token lasts as long as every demo session does.",
    access: "account",
    dialect: deepgram,
    answer: json(
      "The token.",
      Type.Object({
        access_token: Type.String({ pattern: "^st_" }),
        expires_in: Type.Literal(LIMITS.sessionSeconds),
      }),
    ),
    errors: ["store_unavailable"],
  },
  deepgramModels: {
    method: "get",
    path: "/v1/models",
    tag: TAG,
    summary: "List the models, as Deepgram's API does",
    access: "credential",
    dialect: deepgram,
    sharesPath: true,
    answer: json("Models that transcribe, and voices that speak.", DeepgramModels),
  },
} as const satisfies Readonly<Record<string, Operation>>;
