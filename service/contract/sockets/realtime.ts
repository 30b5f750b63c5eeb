import { Type } from "typebox";
import { LIMITS } from "../limits.ts";
import { ErrorAnswer, EXAMPLE_REQUEST_ID, exampleOf } from "../error-body.ts";
import { choice, message, type Sent } from "../schema.ts";
import { PartialsField, SAMPLE_RATE } from "./live-stream.ts";
import type { SocketDescription } from "./socket.ts";
import { DurationUsage, LANGUAGE_IN_WORDS, SpokenLanguage } from "../transcriptions.ts";

const eventId = { event_id: Type.String() };
const ownEventId = {
  event_id: Type.Optional(Type.String({ description: "The client's name for the event." })),
};
const orNull = (text: string) => Type.Union([Type.String(), Type.Null()], { description: text });
const previous = { previous_item_id: orNull("The item before, if any.") };
const item = { item_id: Type.String() };
const place = { ...item, content_index: Type.Literal(0) };
const ms = Type.Integer({ minimum: 0, description: "Milliseconds from the start of the audio." });

const FORMAT_NAMES = [
  "audio/pcm",
  "audio/pcmu",
  "audio/pcma",
  "pcm16",
  "g711_ulaw",
  "g711_alaw",
] as const;
const formatName = choice(FORMAT_NAMES, { "x-param": "format" });

const Format = Type.Union(
  [Type.Object({ type: formatName, rate: Type.Optional(Type.Integer(SAMPLE_RATE)) }), formatName],
  { "x-param": "format", "x-takes": `one of ${FORMAT_NAMES.join(", ")}` },
);

export const ServerVad = Type.Object({
  type: choice(["server_vad", "semantic_vad"], {
    default: "server_vad",
    description: "semantic_vad is taken as server_vad.",
  }),
  threshold: Type.Optional(Type.Number()),
  prefix_padding_ms: Type.Integer({ minimum: 0, maximum: 10_000, default: 300 }),
  silence_duration_ms: Type.Integer({ minimum: 0, maximum: 10_000, default: 500 }),
});

const TurnDetection = Type.Union([ServerVad, Type.Null()], {
  "x-param": "turn_detection",
  "x-takes": "an object or null",
});

const Transcription = Type.Object({
  model: Type.Optional(Type.String({ "x-param": "model" })),
  language: Type.Optional(
    Type.Union([SpokenLanguage, Type.Null()], {
      "x-param": "language",
      "x-takes": LANGUAGE_IN_WORDS,
    }),
  ),
  prompt: Type.Optional(Type.String({ "x-param": "prompt" })),
});

/** The settings of a session, in the current shape (`audio.input`) and in that of the earlier version of the dialect. */
export const RealtimeSession = Type.Object(
  {
    type: Type.Optional(Type.Literal("transcription", { "x-param": "session.type" })),
    audio: Type.Optional(
      Type.Object(
        {
          input: Type.Optional(
            Type.Object(
              {
                format: Type.Optional(Format),
                transcription: Type.Optional(Transcription),
                turn_detection: Type.Optional(TurnDetection),
              },
              { "x-param": "input" },
            ),
          ),
        },
        { "x-param": "audio" },
      ),
    ),
    input_audio_format: Type.Optional(Format),
    input_audio_transcription: Type.Optional(Transcription),
    turn_detection: Type.Optional(TurnDetection),
  },
  { description: "What the session is set to; the shape of the dialect before is taken too." },
);

const bare = <Name extends string>(type: Name) => message(type, { ...ownEventId });
const session = <Name extends string>(type: Name) =>
  message(type, { ...eventId, session: Type.Object({ partials: PartialsField }) });
const itemEvent = <Name extends string>(type: Name) =>
  message(type, {
    ...eventId,
    ...previous,
    item: Type.Object({
      id: Type.String(),
      object: Type.Literal("realtime.item"),
      type: Type.Literal("message"),
      status: Type.Literal("completed"),
      role: Type.Literal("user"),
      content: Type.Array(
        Type.Object({ type: Type.Literal("input_audio"), transcript: Type.Null() }),
      ),
    }),
  });
const update = <Name extends string>(type: Name) =>
  message(type, { ...ownEventId, session: RealtimeSession });

/** Events from the client. */
export const REALTIME_CLIENT_EVENTS = {
  "session.update": update("session.update"),
  "transcription_session.update": update("transcription_session.update"),
  "input_audio_buffer.append": message("input_audio_buffer.append", {
    ...ownEventId,
    audio: Type.String({
      contentEncoding: "base64",
      pattern: String.raw`^[\w+/-]*={0,2}$`,
      "x-takes": "audio in base64",
    }),
  }),
  "input_audio_buffer.commit": bare("input_audio_buffer.commit"),
  "input_audio_buffer.clear": bare("input_audio_buffer.clear"),
};

const TRANSCRIPTION = "conversation.item.input_audio_transcription";
const errorBody = ErrorAnswer.properties.error.properties;

/** Events from the service. */
export const REALTIME_SERVER_EVENTS = {
  "session.created": session("session.created"),
  "session.updated": session("session.updated"),
  "transcription_session.created": session("transcription_session.created"),
  "transcription_session.updated": session("transcription_session.updated"),
  "input_audio_buffer.speech_started": message("input_audio_buffer.speech_started", {
    ...eventId,
    audio_start_ms: ms,
    ...item,
  }),
  "input_audio_buffer.speech_stopped": message("input_audio_buffer.speech_stopped", {
    ...eventId,
    audio_end_ms: ms,
    ...item,
  }),
  "input_audio_buffer.committed": message("input_audio_buffer.committed", {
    ...eventId,
    ...previous,
    ...item,
  }),
  "input_audio_buffer.cleared": message("input_audio_buffer.cleared", { ...eventId }),
  "conversation.item.created": itemEvent("conversation.item.created"),
  "conversation.item.added": itemEvent("conversation.item.added"),
  "conversation.item.done": itemEvent("conversation.item.done"),
  [`${TRANSCRIPTION}.delta`]: message(`${TRANSCRIPTION}.delta`, {
    ...eventId,
    ...place,
    delta: Type.String(),
  }),
  [`${TRANSCRIPTION}.completed`]: message(`${TRANSCRIPTION}.completed`, {
    ...eventId,
    ...place,
    transcript: Type.String(),
    usage: DurationUsage,
  }),
  [`${TRANSCRIPTION}.failed`]: message(`${TRANSCRIPTION}.failed`, {
    ...eventId,
    ...place,
    error: Type.Object(errorBody),
  }),
  error: message("error", {
    ...eventId,
    error: Type.Object({
      ...errorBody,
      event_id: orNull("The client's event that is at fault."),
      request_id: Type.String(),
    }),
  }),
} as const;

type WithoutEventId<Event> = Event extends unknown ? Omit<Event, "event_id"> : never;

/** An event from the service, without the `event_id` that every event has. */
export type RealtimeServerEvent = WithoutEventId<
  Sent<(typeof REALTIME_SERVER_EVENTS)[keyof typeof REALTIME_SERVER_EVENTS]>
>;

/** The query parameters of the socket: transcription is requested by the intent, or by a model that only transcribes. */
export const RealtimeQuery = Type.Object({
  intent: Type.Optional(Type.Literal("transcription")),
  model: Type.Optional(Type.String({ examples: ["transcribe-1"] })),
});

export const realtime: SocketDescription = {
  path: "/v1/realtime",
  id: "realtimeTranscription",
  title: "Live transcription in the dialect of the OpenAI realtime API",
  description: `Audio in events of at most ${LIMITS.frameBytes / 1024} KiB becomes text as it is spoken; for transcription alone.`,
  query: RealtimeQuery.properties,
  fromClient: REALTIME_CLIENT_EVENTS,
  fromService: REALTIME_SERVER_EVENTS,
  errorMessage: "error",
  errors: ["model_not_found", "input_audio_buffer_commit_empty", "audio_too_long"],
  errorExample: (name) => ({
    type: "error",
    event_id: "event_1",
    error: { ...exampleOf(name).error, event_id: null, request_id: EXAMPLE_REQUEST_ID },
  }),
};
