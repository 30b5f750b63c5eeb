import { Type } from "typebox";
import { PARTIALS } from "../../engine/model/model.ts";
import { LIMITS } from "../limits.ts";
import { ErrorMessageSchema, exampleMessageOf } from "../error-body.ts";
import { changesOf, choice, message, Timestamp, type Sent } from "../schema.ts";
import { RESTART_CLOSE, type SocketDescription } from "./socket.ts";
import {
  DurationUsage,
  SpokenLanguage,
  TimedWord,
  TRANSCRIPTION_MODEL_ID,
  Warnings,
} from "../transcriptions.ts";

/** Allowed sample rates of live audio in Hz. */
export const SAMPLE_RATE = { minimum: 8000, maximum: 48_000 };
/** Minimum pause that can end a segment; shorter ones occur within words. */
export const MIN_ENDPOINTING_MS = 100;

const seconds = Type.Number({ minimum: 0, description: "Seconds from the start of the audio." });
const count = Type.Integer({ minimum: 0, description: "Counts from 0." });
export const ENCODINGS = ["pcm_s16le", "pcm_f32le", "mulaw", "alaw"] as const;

/** The field `partials`: how soon partial transcripts come. */
export const PartialsField = choice(PARTIALS, {
  description:
    "How soon partial transcripts come: steady, word by word; slower, from a model that hears whole segments, in steps of at least 0.8 s that grow with the segment.",
});

/** The client's parameters: the format of its audio, and what the service sends back. */
export const StreamParameters = Type.Object({
  model: Type.String({ default: TRANSCRIPTION_MODEL_ID }),
  language: Type.Optional(SpokenLanguage),
  encoding: choice(ENCODINGS, { default: "pcm_s16le" }),
  sample_rate: Type.Integer({ ...SAMPLE_RATE, default: 16_000, description: "Hertz." }),
  channels: Type.Integer({ minimum: 1, maximum: 8, default: 1 }),
  interim_results: Type.Boolean({ default: true }),
  endpointing_ms: Type.Integer({
    minimum: MIN_ENDPOINTING_MS,
    maximum: 10_000,
    default: 800,
    description:
      "A segment ends at every pause between two words that lasts at least this long, at no shorter one and never within a word, whatever frames the audio comes in. Pauses are measured to 10 ms; in steady noise the faint ends of words count as pause.",
  }),
  words: Type.Boolean({
    default: false,
    description:
      "Whether segments have their words; only with models that know when each word was spoken.",
  }),
  word_confidence: Type.Boolean({
    default: false,
    description: "Whether words have their confidence; only with words.",
  }),
  smart_format: Type.Boolean({
    default: false,
    description:
      "Writes the spoken numbers of segments as figures, as for recordings; partial transcripts keep them in words.",
  }),
  prompt: Type.String({ default: "", description: "Custom vocabulary." }),
});

const segment = {
  segment: count,
  start: seconds,
  end: seconds,
  text: Type.String(),
  words: Type.Optional(Type.Array(TimedWord)),
};

/** Messages from the client, other than audio. */
export const STREAM_CLIENT_MESSAGES = {
  config: message(
    "config",
    { ...changesOf(StreamParameters).properties },
    "Changes the parameters; comes before any audio.",
  ),
  finalize: message("finalize", {}, "Ends the segment now."),
  keepalive: message(
    "keepalive",
    {},
    `Holds the socket open without audio for ${LIMITS.silentStreamSeconds / 60} minutes at most; without either it ends after ${LIMITS.idleSocketSeconds} s.`,
  ),
  end: message("end", {}, "No more audio comes; the final transcript follows."),
};

/** Messages from the service. */
export const STREAM_SERVER_MESSAGES = {
  "session.started": message("session.started", {
    session_id: Type.String(),
    request_id: Type.String(),
    model: Type.String(),
    sample_rate: Type.Integer(),
    partials: PartialsField,
    expires_at: Timestamp,
  }),
  "speech.started": message("speech.started", { at: seconds }),
  "speech.stopped": message("speech.stopped", { at: seconds }),
  "transcript.partial": message("transcript.partial", {
    segment: count,
    start: seconds,
    end: seconds,
    text: Type.String(),
  }),
  "transcript.segment": message("transcript.segment", { ...segment }),
  "session.ending": message(
    "session.ending",
    {},
    `The service stops: no more audio is taken, transcript.final says in duration how much was, and the socket is closed with ${RESTART_CLOSE}. Open another for the audio that follows.`,
  ),
  "transcript.final": message(
    "transcript.final",
    {
      text: Type.String(),
      duration: Type.Number({ minimum: 0, description: "Seconds." }),
      segments: Type.Array(Type.Object(segment)),
      warnings: Type.Optional(Warnings),
      usage: DurationUsage,
    },
    `Comes exactly once, for silence too; the socket is then closed with 1000, after session.ending with ${RESTART_CLOSE}.`,
  ),
  error: ErrorMessageSchema,
};

export type StreamClientMessage = Sent<
  (typeof STREAM_CLIENT_MESSAGES)[keyof typeof STREAM_CLIENT_MESSAGES]
>;
export type ServerMessage = Sent<
  (typeof STREAM_SERVER_MESSAGES)[keyof typeof STREAM_SERVER_MESSAGES]
>;
export type MessageSegment = Omit<Extract<ServerMessage, { type: "transcript.segment" }>, "type">;

export const liveStream: SocketDescription = {
  path: "/v1/audio/stream",
  id: "liveTranscription",
  title: "Live transcription",
  description: `Audio in binary frames of at most ${LIMITS.frameBytes / 1024} KiB, at most ${LIMITS.audioSeconds / 3600} hours of it, becomes text as it is spoken.`,
  query: StreamParameters.properties,
  fromClient: {
    audio: Type.String({
      contentMediaType: "application/octet-stream",
      description: "A binary frame: samples in the encoding of the parameters.",
    }),
    ...STREAM_CLIENT_MESSAGES,
  },
  fromService: STREAM_SERVER_MESSAGES,
  errorMessage: "error",
  errors: ["model_not_found", "unsupported_field", "undecodable_audio", "audio_too_long"],
  errorExample: exampleMessageOf,
};
