import { Type } from "typebox";
import { LIMITS } from "./limits.ts";
import {
  AUDIO_FORMATS,
  DEFAULT_AUDIO_FORMAT,
  type AudioFormat,
  type AudioFormatName,
} from "../engine/audio/encoding/audio-formats.ts";
import { SPEED, TRANSPORTS } from "../speech/speech-request-output.ts";
import type { Content, Operation } from "./operation.ts";
import { RequestedPronunciationsField } from "./pronunciations.ts";
import { Consent, RecordingFile, RecordingText } from "./voices.ts";

const FORMATS: readonly AudioFormat[] = Object.values(AUDIO_FORMATS);
const SAMPLE_RATES = [...new Set(FORMATS.flatMap(({ sampleRates }) => sampleRates))];

const directionText = { maxLength: LIMITS.directionCharacters, pattern: "^[^()]*$" };

/** What may be wrong with a text and how it is to be spoken, over HTTP and on the socket. */
export const SPEAKING_ERRORS = [
  "input_too_long",
  "unknown_model",
  "unknown_voice",
  "unknown_saved_voice",
  "unsupported_field",
  "conflicting_fields",
  "invalid_instructions",
  "invalid_voice_description",
  "invalid_pronunciations",
  "unknown_pronunciation",
  "pronunciation_store_unavailable",
  "store_unavailable",
] as const;

/** Whose voice, how, and as which audio: what a request for speech and a synthesis socket have in common. */
export const SPEAKING_FIELDS = {
  model: Type.Optional(
    Type.String({
      description: "synth-v2 or synth-v1; the default model when absent.",
      examples: ["synth-v2"],
    }),
  ),
  voice: Type.Optional(
    Type.Union([Type.String(), Type.Object({ id: Type.String() })], {
      description:
        "A built-in voice of the model, or the id of a saved voice. Required without voice_description and reference_audio.",
    }),
  ),
  voice_description: Type.Optional(
    Type.String({
      ...directionText,
      description:
        "Designs a voice. Second generation only; not with instructions or reference_audio.",
    }),
  ),
  instructions: Type.Optional(
    Type.String({
      ...directionText,
      description: "How to speak. Second generation only; not with a leading (…) in the input.",
    }),
  ),
  pronunciations: Type.Optional(RequestedPronunciationsField),
  speed: Type.Optional(Type.Number({ minimum: SPEED.least, maximum: SPEED.most, default: 1 })),
  sample_rate: Type.Optional(
    Type.Integer({
      enum: SAMPLE_RATES,
      description:
        "Hertz; the model's own when absent. Opus has 8000, 16000, 24000 and 48000 alone.",
    }),
  ),
};

/** The field `response_format`, with its default. */
export function responseFormat(standard: AudioFormatName) {
  return Type.Optional(Type.String({ enum: Object.keys(AUDIO_FORMATS), default: standard }));
}

const fields = {
  input: Type.String({ minLength: 1, maxLength: LIMITS.inputCharacters }),
  ...SPEAKING_FIELDS,
  response_format: responseFormat(DEFAULT_AUDIO_FORMAT),
  stream_format: Type.Optional(Type.String({ enum: [...TRANSPORTS], default: "audio" })),
  consent: Type.Optional(Consent),
};

/** A request for speech; `parseSpeechRequest` reads it. */
export const SpeechRequestBody = Type.Object({
  ...fields,
  reference_audio: Type.Optional(RecordingText),
});

/** The same as a form, whose structures are JSON. */
export const SpeechRequestForm = Type.Object({
  ...fields,
  reference_audio: Type.Optional(RecordingFile),
});

/** The events of speech that is sent as such. */
export const SpeechEventSchema = Type.Union([
  Type.Object({
    type: Type.Literal("speech.audio.delta"),
    audio: Type.String({
      contentEncoding: "base64",
      description: "A part of the audio file.",
    }),
  }),
  Type.Object({
    type: Type.Literal("speech.audio.done"),
    usage: Type.Object({
      type: Type.Literal("characters"),
      characters: Type.Integer(),
      seconds: Type.Number({ description: "Of audio." }),
      input_tokens: Type.Integer(),
      output_tokens: Type.Literal(0),
      total_tokens: Type.Integer(),
    }),
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
};

export const speechOperations: readonly Operation[] = [
  {
    method: "post",
    path: "/v1/audio/speech",
    id: "createSpeech",
    tag: "Speech",
    summary: "Speak a text",
    description:
      "The audio is sent as it is made. A fault after its first piece breaks the connection.",
    access: "credential",
    counted: "work",
    isRepeatable: true,
    body: { "application/json": SpeechRequestBody, "multipart/form-data": SpeechRequestForm },
    answer: {
      status: 200,
      description:
        "The audio; with stream_format sse, server-sent events whose data are of the schema. pcm is signed 16-bit little-endian.",
      headers: {
        "x-sample-rate": Type.String({ description: "Hertz." }),
        "x-audio-channels": Type.String({ enum: ["1"] }),
        "x-ignored-words": Type.String({
          description:
            "Words of the description or of the instructions that say nothing of a voice, percent-encoded, with commas between; absent when there are none.",
        }),
      },
      content: { ...audio, "text/event-stream": SpeechEventSchema },
    },
    errors: [
      ...SPEAKING_ERRORS,
      "consent_required",
      "invalid_reference",
      "reference_too_short",
      "reference_too_long",
      "reference_too_large",
      "engine_error",
      "model_loading",
      "server_busy",
      "high_demand",
    ],
  },
];
