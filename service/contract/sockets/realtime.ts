import { Type } from "typebox";
import { LIMITS } from "../limits.ts";
import { STREAM_RANGES } from "../../api/sockets/live/protocol.ts";
import { ErrorAnswer, EXAMPLE_REQUEST_ID, exampleOf } from "../error-body.ts";
import type { SocketDescription } from "./socket.ts";
import { DurationUsage } from "../transcriptions.ts";

const eventId = { event_id: Type.String() };
const ownEventId = {
  event_id: Type.Optional(Type.String({ description: "The client's name for the event." })),
};
const orNull = (text: string) => Type.Union([Type.String(), Type.Null()], { description: text });
const previous = { previous_item_id: orNull("The item before, if any.") };
const item = { item_id: Type.String() };
const place = { ...item, content_index: Type.Literal(0) };
const ms = Type.Integer({ minimum: 0, description: "Milliseconds from the start of the audio." });

const TurnDetection = Type.Union([
  Type.Object({
    type: Type.Literal("server_vad"),
    threshold: Type.Optional(Type.Number()),
    prefix_padding_ms: Type.Optional(Type.Integer({ minimum: 0, maximum: 10_000 })),
    silence_duration_ms: Type.Optional(Type.Integer({ minimum: 0, maximum: 10_000 })),
  }),
  Type.Null(),
]);

const Session = Type.Object(
  {
    type: Type.Optional(Type.Literal("transcription")),
    audio: Type.Optional(
      Type.Object({
        input: Type.Optional(
          Type.Object({
            format: Type.Optional(
              Type.Object({
                type: Type.String({ enum: ["audio/pcm", "audio/pcmu", "audio/pcma"] }),
                rate: Type.Optional(
                  Type.Integer({
                    minimum: STREAM_RANGES.sampleRate.least,
                    maximum: STREAM_RANGES.sampleRate.most,
                  }),
                ),
              }),
            ),
            transcription: Type.Optional(
              Type.Object({
                model: Type.Optional(Type.String()),
                language: Type.Optional(Type.Union([Type.Literal("tr"), Type.Null()])),
                prompt: Type.Optional(Type.String()),
              }),
            ),
            turn_detection: Type.Optional(TurnDetection),
          }),
        ),
      }),
    ),
  },
  { description: "What the session is set to; the shape of the dialect before is taken too." },
);

const bare = <Name extends string>(type: Name) =>
  Type.Object({ type: Type.Literal(type), ...ownEventId });
const session = <Name extends string>(type: Name) =>
  Type.Object({ type: Type.Literal(type), ...eventId, session: Type.Object({}) });
const itemEvent = <Name extends string>(type: Name) =>
  Type.Object({
    type: Type.Literal(type),
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
  Type.Object({ type: Type.Literal(type), ...ownEventId, session: Session });

/** What a client of the realtime dialect says. */
export const REALTIME_CLIENT_EVENTS = {
  "session.update": update("session.update"),
  "transcription_session.update": update("transcription_session.update"),
  "input_audio_buffer.append": Type.Object({
    type: Type.Literal("input_audio_buffer.append"),
    ...ownEventId,
    audio: Type.String({ contentEncoding: "base64" }),
  }),
  "input_audio_buffer.commit": bare("input_audio_buffer.commit"),
  "input_audio_buffer.clear": bare("input_audio_buffer.clear"),
};

const TRANSCRIPTION = "conversation.item.input_audio_transcription";
const errorBody = ErrorAnswer.properties.error.properties;

/** What the service says in the realtime dialect. */
export const REALTIME_SERVER_EVENTS = {
  "session.created": session("session.created"),
  "session.updated": session("session.updated"),
  "transcription_session.created": session("transcription_session.created"),
  "transcription_session.updated": session("transcription_session.updated"),
  "input_audio_buffer.speech_started": Type.Object({
    type: Type.Literal("input_audio_buffer.speech_started"),
    ...eventId,
    audio_start_ms: ms,
    ...item,
  }),
  "input_audio_buffer.speech_stopped": Type.Object({
    type: Type.Literal("input_audio_buffer.speech_stopped"),
    ...eventId,
    audio_end_ms: ms,
    ...item,
  }),
  "input_audio_buffer.committed": Type.Object({
    type: Type.Literal("input_audio_buffer.committed"),
    ...eventId,
    ...previous,
    ...item,
  }),
  "input_audio_buffer.cleared": Type.Object({
    type: Type.Literal("input_audio_buffer.cleared"),
    ...eventId,
  }),
  "conversation.item.created": itemEvent("conversation.item.created"),
  "conversation.item.added": itemEvent("conversation.item.added"),
  "conversation.item.done": itemEvent("conversation.item.done"),
  [`${TRANSCRIPTION}.delta`]: Type.Object({
    type: Type.Literal(`${TRANSCRIPTION}.delta`),
    ...eventId,
    ...place,
    delta: Type.String(),
  }),
  [`${TRANSCRIPTION}.completed`]: Type.Object({
    type: Type.Literal(`${TRANSCRIPTION}.completed`),
    ...eventId,
    ...place,
    transcript: Type.String(),
    usage: DurationUsage,
  }),
  [`${TRANSCRIPTION}.failed`]: Type.Object({
    type: Type.Literal(`${TRANSCRIPTION}.failed`),
    ...eventId,
    ...place,
    error: Type.Object(errorBody),
  }),
  error: Type.Object({
    type: Type.Literal("error"),
    ...eventId,
    error: Type.Object({
      ...errorBody,
      event_id: orNull("The client's event that is at fault."),
      request_id: Type.String(),
    }),
  }),
} as const;

export const realtime: SocketDescription = {
  path: "/v1/realtime",
  id: "realtimeTranscription",
  title: "Live transcription in the dialect of the OpenAI realtime API",
  description: `Audio in events of at most ${LIMITS.frameBytes / 1024} KiB becomes text as it is spoken; for transcription alone.`,
  query: {
    intent: Type.Literal("transcription"),
    model: Type.String({ examples: ["transcribe-1"] }),
  },
  fromClient: REALTIME_CLIENT_EVENTS,
  fromService: REALTIME_SERVER_EVENTS,
  errors: ["model_not_found", "audio_too_long"],
  errorExample: (name) => ({
    type: "error",
    event_id: "event_1",
    error: { ...exampleOf(name).error, event_id: null, request_id: EXAMPLE_REQUEST_ID },
  }),
};
