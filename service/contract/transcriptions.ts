import { Type } from "typebox";
import { MAX_SEPARATE_CHANNELS } from "../engine/audio/channels.ts";
import { LIMITS } from "./limits.ts";
import { type Operation, RECORDING_ERRORS } from "./operation.ts";
import { choice } from "./schema.ts";

/** The name of the transcription model in requests, whatever its id is. */
export const TRANSCRIPTION_MODEL_ID = "transcribe-1";

const seconds = Type.Number({ minimum: 0, description: "Seconds from the start of the audio." });
const times = { start: seconds, end: seconds };

/** A word of a transcript. */
export const TimedWord = Type.Object({
  word: Type.String(),
  ...times,
  confidence: Type.Optional(
    Type.Number({
      minimum: 0,
      maximum: 1,
      description: "The probability that the word is right; where word_confidence asks for it.",
    }),
  ),
});

export const DurationUsage = Type.Object({
  type: Type.Literal("duration"),
  seconds: Type.Number({ minimum: 0 }),
});

/** Warnings about a transcript, with their messages. */
export const WARNINGS = {
  language_not_turkish: "The speech is probably not Turkish, and only Turkish is transcribed.",
  low_confidence: "The speech was hard to understand: many of the words may be wrong.",
  no_words: "The audio is as loud as speech, but no words were found in it.",
} as const satisfies Readonly<Record<string, string>>;
export type WarningCode = keyof typeof WARNINGS;

export const Warnings = Type.Array(
  Type.Object({
    code: choice(Object.keys(WARNINGS) as WarningCode[]),
    message: Type.String({ examples: Object.values(WARNINGS) }),
  }),
  { description: "What you should know of the transcript; left out when there is nothing." },
);

/** The values of the field `language`, completing "has to be …". */
export const LANGUAGE_IN_WORDS = "tr, turkish or auto";

/** The spoken language: only Turkish, under any of these names. */
export const SpokenLanguage = choice(["tr", "tr-TR", "tr_TR", "tur", "turkish", "auto", ""], {
  "x-any-case": true,
  "x-trimmed": true,
  "x-takes": LANGUAGE_IN_WORDS,
  description: "Turkish by any of its names; no other language is transcribed.",
});

/** The names of the formats of a transcript; service/speech/transcript-formats.ts writes them. */
export const TRANSCRIPT_FORMAT_NAMES = [
  "json",
  "text",
  "verbose_json",
  "diarized_json",
  "srt",
  "vtt",
] as const;
export type TranscriptFormatName = (typeof TRANSCRIPT_FORMAT_NAMES)[number];

export const TranscriptionFields = Type.Object({
  model: Type.String({
    description: `${TRANSCRIPTION_MODEL_ID}, or another id or name that the list of models has.`,
    examples: [TRANSCRIPTION_MODEL_ID],
  }),
  language: Type.Optional(SpokenLanguage),
  prompt: Type.Optional(
    Type.String({
      description: `Custom vocabulary: the first ${LIMITS.promptWords} words in the first ${LIMITS.promptCharacters} characters.`,
    }),
  ),
  response_format: choice(TRANSCRIPT_FORMAT_NAMES, {
    default: "json",
    "x-any-case": true,
    description: "diarized_json only with models that tell speakers apart.",
    "x-error": "bad_response_format",
  }),
  temperature: Type.Number({
    minimum: 0,
    maximum: 1,
    default: 0,
    "x-error": "bad_temperature",
  }),
  timestamp_granularities: Type.Optional(
    Type.Array(choice(["word", "segment"]), {
      description:
        "With verbose_json alone; word only with models that know when each word was spoken. The brackets may be left out.",
    }),
  ),
  channels: choice(["mixed", "separate"], {
    default: "mixed",
    description: `separate transcribes each channel of a recording by itself, one or ${MAX_SEPARATE_CHANNELS} of them, and counts the seconds of each; with json and verbose_json alone.`,
  }),
  word_confidence: Type.Boolean({
    default: false,
    description: "Whether words have their confidence; only with timestamp_granularities word.",
  }),
  smart_format: Type.Optional(
    Type.Boolean({
      description:
        "Writes spoken numbers as figures: amounts, percentages, times, dates, telephone numbers, codes, e-mail and web addresses. What could mean something else stays in words. The default is the operator's, usually false; with stream always false unless it is sent.",
    }),
  ),
  stream: Type.Boolean({
    default: false,
    description: "Sends server-sent events; with json and text alone.",
  }),
});

const { timestamp_granularities: granularities, ...texts } = TranscriptionFields.properties;

/** The recording in a form. */
export const RecordingOfForm = Type.String({
  contentMediaType: "application/octet-stream",
  description: `The recording, at most ${LIMITS.uploadBytes / 1024 / 1024} MB and ${LIMITS.audioSeconds / 3600} hours: WAV, MP3, FLAC, Ogg, WebM, MP4, M4A, AAC, AMR, WMA, AIFF, CAF, AU, AVI, MPEG-TS and others.`,
});

const TranscriptionForm = Type.Object({
  file: RecordingOfForm,
  ...texts,
  "timestamp_granularities[]": granularities,
});

const channel = Type.Integer({
  minimum: 0,
  description: "The channel that it was said in, from 0; where channels is separate.",
});

export const TranscriptionBody = Type.Object({
  text: Type.String(),
  channels: Type.Optional(
    Type.Array(Type.Object({ channel, text: Type.String() }), {
      description: "Where channels is separate: the text of each.",
    }),
  ),
  warnings: Type.Optional(Warnings),
  usage: DurationUsage,
});

export const VerboseTranscriptionBody = Type.Object({
  task: Type.Literal("transcribe"),
  language: Type.Literal("turkish"),
  duration: Type.Number({ minimum: 0 }),
  text: Type.String(),
  segments: Type.Array(
    Type.Object({
      id: Type.Integer({ minimum: 0 }),
      channel: Type.Optional(channel),
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
    Type.Array(Type.Object({ ...TimedWord.properties, channel: Type.Optional(channel) }), {
      description: "When timestamp_granularities has word.",
    }),
  ),
  warnings: Type.Optional(Warnings),
  usage: DurationUsage,
});

export const DiarizedTranscriptionBody = Type.Object({
  task: Type.Literal("transcribe"),
  duration: Type.Number({ minimum: 0 }),
  text: Type.String(),
  segments: Type.Array(
    Type.Object({
      type: Type.Literal("transcript.text.segment"),
      id: Type.String({ examples: ["seg_0"] }),
      ...times,
      speaker: Type.String({
        description: "A for who speaks first, B for the next one, and so on.",
        examples: ["A"],
      }),
      text: Type.String(),
    }),
  ),
  warnings: Type.Optional(Warnings),
  usage: DurationUsage,
});

export const TranscriptEventSchema = Type.Union([
  Type.Object({ type: Type.Literal("transcript.text.delta"), delta: Type.String() }),
  Type.Object({
    type: Type.Literal("transcript.text.done"),
    text: Type.String(),
    warnings: Type.Optional(Warnings),
    usage: DurationUsage,
  }),
]);

export const transcriptionSchemas = {
  TranscriptionRequest: TranscriptionForm,
  Transcription: TranscriptionBody,
  VerboseTranscription: VerboseTranscriptionBody,
  DiarizedTranscription: DiarizedTranscriptionBody,
  TranscriptEvent: TranscriptEventSchema,
};

export const transcriptionOperations = {
  createTranscription: {
    method: "post",
    path: "/v1/audio/transcriptions",
    tag: "Transcription",
    summary: "Transcribe a recording",
    description: "The fields may come in any order; unknown ones are ignored.",
    access: "credential",
    counted: { activity: "transcription" },
    body: { "multipart/form-data": TranscriptionForm },
    answer: {
      status: 200,
      description:
        "The transcript in the requested format; with stream=true, server-sent events whose data are of the schema, and an event error for a failure in the middle.",
      headers: {
        "x-warnings": Type.String({
          description:
            "The codes of the warnings, with commas between, for formats that have no place for them; absent when there are none.",
        }),
      },
      content: {
        "application/json": Type.Union([
          TranscriptionBody,
          VerboseTranscriptionBody,
          DiarizedTranscriptionBody,
        ]),
        "text/plain": Type.String(),
        "application/x-subrip": Type.String(),
        "text/vtt": Type.String(),
        "text/event-stream": TranscriptEventSchema,
      },
    },
    errors: [...RECORDING_ERRORS],
  },
} as const satisfies Readonly<Record<string, Operation>>;
