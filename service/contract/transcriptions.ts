import { Type } from "typebox";
import { LIMITS } from "./limits.ts";
import { TRANSCRIPT_FORMATS } from "../speech/transcript-formats.ts";
import { GRANULARITIES, TRANSCRIPTION_MODEL_ID } from "../speech/transcription-request.ts";
import type { Operation } from "./operation.ts";

const seconds = Type.Number({ minimum: 0, description: "Seconds from the start of the audio." });
const times = { start: seconds, end: seconds };

/** What a transcription is charged by. */
export const DurationUsage = Type.Object({
  type: Type.Literal("duration"),
  seconds: Type.Number({ minimum: 0 }),
});

/** The text fields of the form; `parseTranscriptionRequest` reads them. */
export const TRANSCRIPTION_FIELDS = {
  model: Type.String({
    description: `${TRANSCRIPTION_MODEL_ID}, or its compatibility alias.`,
    examples: [TRANSCRIPTION_MODEL_ID],
  }),
  language: Type.Optional(Type.Literal("tr")),
  prompt: Type.Optional(
    Type.String({
      description: `Words to prefer: the first ${LIMITS.promptWords} in the first ${LIMITS.promptCharacters} characters.`,
    }),
  ),
  response_format: Type.Optional(
    Type.String({ enum: Object.keys(TRANSCRIPT_FORMATS), default: "json" }),
  ),
  temperature: Type.Optional(Type.Number({ minimum: 0, maximum: 1, default: 0 })),
  "timestamp_granularities[]": Type.Optional(
    Type.Array(Type.String({ enum: [...GRANULARITIES] }), {
      description: "With verbose_json alone. The brackets may be left out.",
    }),
  ),
  stream: Type.Optional(
    Type.Boolean({
      default: false,
      description: "Sends server-sent events; with json and text alone.",
    }),
  ),
};

const TranscriptionForm = Type.Object({
  file: Type.String({
    contentMediaType: "application/octet-stream",
    description: `The recording, at most ${LIMITS.uploadBytes / 1024 / 1024} MB and ${LIMITS.audioSeconds / 3600} hours: WAV, MP3, FLAC, Ogg Vorbis, Ogg Opus, WebM Opus or M4A.`,
  }),
  ...TRANSCRIPTION_FIELDS,
});

/** The answer in the format json. */
export const TranscriptionBody = Type.Object({ text: Type.String(), usage: DurationUsage });

/** The answer in the format verbose_json. */
export const VerboseTranscriptionBody = Type.Object({
  task: Type.Literal("transcribe"),
  language: Type.Literal("turkish"),
  duration: Type.Number({ minimum: 0 }),
  text: Type.String(),
  segments: Type.Array(
    Type.Object({
      id: Type.Integer({ minimum: 0 }),
      seek: Type.Integer({ description: "Frames of 10 ms." }),
      ...times,
      text: Type.String(),
      tokens: Type.Array(Type.Integer()),
      temperature: Type.Number(),
      avg_logprob: Type.Number(),
      compression_ratio: Type.Number(),
      no_speech_prob: Type.Number(),
    }),
  ),
  words: Type.Optional(
    Type.Array(Type.Object({ word: Type.String(), ...times }), {
      description: "When timestamp_granularities has word.",
    }),
  ),
  usage: DurationUsage,
});

/** The events of a transcript that is sent while it is made. */
export const TranscriptEventSchema = Type.Union([
  Type.Object({ type: Type.Literal("transcript.text.delta"), delta: Type.String() }),
  Type.Object({
    type: Type.Literal("transcript.text.done"),
    text: Type.String(),
    usage: DurationUsage,
  }),
]);

export const transcriptionSchemas = {
  TranscriptionRequest: TranscriptionForm,
  Transcription: TranscriptionBody,
  VerboseTranscription: VerboseTranscriptionBody,
  TranscriptEvent: TranscriptEventSchema,
};

export const transcriptionOperations: readonly Operation[] = [
  {
    method: "post",
    path: "/v1/audio/transcriptions",
    id: "createTranscription",
    tag: "Transcription",
    summary: "Transcribe a recording",
    description: "The fields may come in any order; unknown ones are ignored.",
    access: "credential",
    counted: "work",
    body: { "multipart/form-data": TranscriptionForm },
    answer: {
      status: 200,
      description:
        "The transcript in the requested format; with stream=true, server-sent events whose data are of the schema, and an event error for a failure in the middle.",
      content: {
        "application/json": Type.Union([TranscriptionBody, VerboseTranscriptionBody]),
        "text/plain": Type.String(),
        "application/x-subrip": Type.String(),
        "text/vtt": Type.String(),
        "text/event-stream": TranscriptEventSchema,
      },
    },
    errors: [
      "missing_file",
      "empty_audio",
      "undecodable_audio",
      "bad_response_format",
      "bad_temperature",
      "model_not_found",
      "file_too_large",
      "audio_too_long",
      "engine_error",
      "model_loading",
      "server_busy",
      "high_demand",
    ],
  },
];
