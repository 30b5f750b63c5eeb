import { Type } from "typebox";
import {
  AUDIO_FORMATS,
  DEFAULT_AUDIO_FORMAT,
  type AudioFormat,
  type AudioFormatName,
} from "../engine/audio/encoding/audio-formats.ts";
import { LIMITS } from "./limits.ts";
import { ENGINE_ERRORS, type Content, type Operation } from "./operation.ts";
import { InputText, RequestedPronunciations } from "./pronunciations.ts";
import { choice } from "./schema.ts";
import {
  Consent,
  DIRECTION_TEXT,
  REFERENCE_ERRORS,
  RecordingFile,
  RecordingText,
} from "./voices.ts";

const FORMATS: readonly AudioFormat[] = Object.values(AUDIO_FORMATS);
const SAMPLE_RATES = [...new Set(FORMATS.flatMap(({ sampleRates }) => sampleRates))];

/** Errors of a text to speak, its voice, model and pronunciations, over HTTP and on the socket. */
export const SPEAKING_ERRORS = [
  "unknown_model",
  "unknown_voice",
  "unknown_saved_voice",
  "unsupported_field",
  "conflicting_fields",
  "unknown_pronunciation",
  "pronunciation_store_unavailable",
  "store_unavailable",
] as const;

/** The synthesis model of requests that name none. */
export const DEFAULT_SPEECH_MODEL_ID = "synth-v2";

/** Chooses one of the ways in which a voice may say a text. */
export const Seed = Type.Integer({
  minimum: 0,
  maximum: 4_294_967_295,
  description:
    "Each seed has the voice lean on other words of the text, and the same one always on the same; when absent, the voice speaks in its usual way. Models with one way of speaking ignore it.",
});

/** The fields that speech requests and the synthesis socket share: model, voice, delivery, pronunciations and audio. */
export const SPEAKING_FIELDS = {
  model: Type.Optional(
    Type.String({
      "x-error": "unknown_model",
      description: "An id or name that the list of models has; the default model when absent.",
      examples: [DEFAULT_SPEECH_MODEL_ID],
    }),
  ),
  voice: Type.Optional(
    Type.Union([Type.String(), Type.Object({ id: Type.String() })], {
      "x-takes": "the name of a voice",
      description:
        "A built-in voice of the model, one of OpenAI's names for it, or the id of a saved voice. Required without voice_description and reference_audio.",
    }),
  ),
  voice_description: Type.Optional(
    Type.String({
      ...DIRECTION_TEXT,
      "x-error": "invalid_voice_description",
      description:
        "Designs a voice. Second generation only; not with instructions or reference_audio.",
    }),
  ),
  instructions: Type.Optional(
    Type.String({
      "x-error": "invalid_instructions",
      "x-takes": DIRECTION_TEXT["x-takes"],
      maxLength: LIMITS.foreignDirectionCharacters,
      description: `How to speak: at most ${LIMITS.directionCharacters} characters without parentheses, unless the model is called by a name of OpenAI's. Second generation only; not with a leading (…) in the input.`,
    }),
  ),
  pronunciations: Type.Optional(RequestedPronunciations),
  timestamp_granularities: Type.Optional(
    Type.Array(choice(["word", "character"]), {
      description:
        "Adds when each word, or each character, of the text is spoken. Over HTTP with stream_format sse or json alone.",
    }),
  ),
  input_type: choice(["text", "ssml"], {
    default: "text",
    "x-any-case": true,
    description:
      "What the text is: as text, tags are taken out; as ssml, it is an SSML document, with or without the element speak, whose elements are followed, and an unknown one is refused by name and line.",
  }),
  speed: Type.Number({ minimum: 0.25, maximum: 4, default: 1 }),
  seed: Type.Optional(Seed),
  sample_rate: Type.Optional(
    Type.Integer({
      enum: SAMPLE_RATES,
      description:
        "Hertz; when absent 24000 for pcm, and otherwise the model's own. Opus has 8000, 16000, 24000 and 48000 alone.",
    }),
  ),
};

/** Returns the schema of the field `response_format`, with its default. */
export function responseFormat(standard: AudioFormatName) {
  const names = Object.keys(AUDIO_FORMATS) as AudioFormatName[];
  return choice(names, { default: standard, "x-any-case": true });
}

const fields = {
  input: InputText,
  ...SPEAKING_FIELDS,
  response_format: responseFormat(DEFAULT_AUDIO_FORMAT),
  stream_format: choice(["audio", "sse", "json"], {
    default: "audio",
    description:
      "audio is the audio itself; sse, events with parts of it; json, one document with all of it.",
  }),
  consent: Type.Optional(Consent),
};

export const SpeechRequestBody = Type.Object({
  ...fields,
  reference_audio: Type.Optional(RecordingText),
});

const SpeechRequestForm = Type.Object({
  ...fields,
  reference_audio: Type.Optional(RecordingFile),
});

const seconds = Type.Number({ minimum: 0, description: "Seconds from the start of the audio." });
const times = { start: seconds, end: seconds };

/** The times of the words or characters; null where the model does not know them. */
export const SPOKEN_TIMES = {
  words: Type.Optional(
    Type.Union([Type.Array(Type.Object({ word: Type.String(), ...times })), Type.Null()], {
      description:
        "With timestamp_granularities word: the words of the text as it was sent, with their marks and without markup; null from a model that does not know their times.",
    }),
  ),
  characters: Type.Optional(
    Type.Union([Type.Array(Type.Object({ character: Type.String(), ...times })), Type.Null()], {
      description:
        "With timestamp_granularities character: every character of the same text, spaces too.",
    }),
  ),
};

const Usage = Type.Object({
  type: Type.Literal("characters"),
  characters: Type.Integer(),
  seconds: Type.Number({ description: "Of audio." }),
  input_tokens: Type.Integer(),
  output_tokens: Type.Literal(0),
  total_tokens: Type.Integer(),
});

/** The answer with stream_format json. */
export const SpeechDocument = Type.Object({
  audio: Type.String({ contentEncoding: "base64", description: "The audio file." }),
  ...SPOKEN_TIMES,
  usage: Usage,
});

export const SpeechEventSchema = Type.Union([
  Type.Object(
    { type: Type.Literal("speech.audio.timestamps"), ...SPOKEN_TIMES },
    { description: "Behind the last part of the audio, with timestamp_granularities." },
  ),
  Type.Object({
    type: Type.Literal("speech.audio.delta"),
    audio: Type.String({
      contentEncoding: "base64",
      description: "A part of the audio file.",
    }),
  }),
  Type.Object({
    type: Type.Literal("speech.audio.done"),
    usage: Usage,
  }),
]);

const audio: Content = Object.fromEntries(
  FORMATS.map((format) => [
    format.contentType(48_000).split(";")[0],
    Type.String({ contentMediaType: "application/octet-stream" }),
  ]),
);

export const speechSchemas = {
  SpeechRequest: SpeechRequestBody,
  SpeechEvent: SpeechEventSchema,
  SpeechDocument,
};

export const speechOperations = {
  createSpeech: {
    method: "post",
    path: "/v1/audio/speech",
    tag: "Speech",
    summary: "Create speech",
    description:
      "The audio is sent as it is made. If an error occurs mid-stream, the connection is closed. Tags of HTML and SSML are taken out of the input and entities decoded, unless input_type is ssml; what remains is spoken; its characters are counted, and those that its pronunciations add to it.",
    access: "credential",
    counted: { activity: "speech" },
    isRepeatable: true,
    body: { "application/json": SpeechRequestBody, "multipart/form-data": SpeechRequestForm },
    answer: {
      status: 200,
      description:
        "The audio; with stream_format sse, server-sent events whose data are of the schema; with json, a document. pcm is signed 16-bit little-endian. A WAV file that is sent while it is made has no sizes (0xFFFFFFFF); that of a short input has.",
      headers: {
        "x-sample-rate": Type.String({ description: "Hertz." }),
        "x-audio-channels": Type.String({ enum: ["1"] }),
        "x-removed-markup": Type.String({
          enum: ["true"],
          description:
            "The input had tags, which were taken out, or entities, which were decoded; absent when it had none.",
        }),
        "x-ignored-words": Type.String({
          description:
            "Words of the description or of the instructions that say nothing of a voice, percent-encoded, with commas between; absent when there are none.",
        }),
      },
      content: {
        ...audio,
        "application/json": SpeechDocument,
        "text/event-stream": SpeechEventSchema,
      },
    },
    errors: [...SPEAKING_ERRORS, ...REFERENCE_ERRORS, "decoder_unavailable", ...ENGINE_ERRORS],
  },
} as const satisfies Readonly<Record<string, Operation>>;
