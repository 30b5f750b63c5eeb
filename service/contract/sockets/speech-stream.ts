import { Type } from "typebox";
import { LIMITS } from "../limits.ts";
import { ErrorMessageSchema, exampleMessageOf } from "../error-body.ts";
import { message, type Sent } from "../schema.ts";
import { RESTART_CLOSE, type SocketDescription } from "./socket.ts";
import { responseFormat, SPEAKING_ERRORS, SPEAKING_FIELDS, SPOKEN_TIMES } from "../speech.ts";

const spoken = {
  characters: Type.Integer({ minimum: 0, description: "Code points." }),
  seconds: Type.Number({ minimum: 0, description: "Of audio." }),
  removed_markup: Type.Optional(
    Type.Literal(true, {
      description:
        "The text had tags, which were taken out, or entities, which were decoded; absent when it had none.",
    }),
  ),
};

/** The fields of a `config` message: voice, delivery and audio format. */
export const SpeechConfigFields = Type.Object({
  ...SPEAKING_FIELDS,
  // PCM needs no decoder, so that every frame can be played as it arrives.
  response_format: responseFormat("pcm"),
});

/** Messages from the client. */
export const SPEECH_CLIENT_MESSAGES = {
  config: message(
    "config",
    { ...SpeechConfigFields.properties },
    "Whose voice, how, as which audio; comes before the text, or after a flush.",
  ),
  "text.append": message(
    "text.append",
    { text: Type.String() },
    `A sentence is spoken as soon as it is whole; with input_type ssml, all text up to a flush or the end is one document, which is spoken then. A message, a sentence, and a document have at most ${LIMITS.inputCharacters} characters.`,
  ),
  "text.flush": message("text.flush", {}, "Speaks what is there, whole sentence or not."),
  "text.clear": message(
    "text.clear",
    {},
    "Breaks off what is being spoken, and forgets what waits.",
  ),
  keepalive: message(
    "keepalive",
    {},
    `Holds the socket open without text; without either it ends after ${LIMITS.idleSocketSeconds} s.`,
  ),
  end: message("end", {}, "No more text comes; audio.done follows when all is spoken."),
};

/** Messages from the service, other than audio. */
export const SPEECH_SERVER_MESSAGES = {
  "session.started": message("session.started", {
    session_id: Type.String(),
    request_id: Type.String(),
  }),
  "session.updated": message(
    "session.updated",
    { model: Type.String(), response_format: Type.String(), sample_rate: Type.Integer() },
    "The audio that a config asks for; comes when all that was sent before it is spoken.",
  ),
  "audio.timestamps": message(
    "audio.timestamps",
    { ...SPOKEN_TIMES },
    "When the words of a sentence are spoken, with timestamp_granularities; comes when the sentence is made. Seconds count from the start of the audio since the last flush.",
  ),
  "audio.flushed": message(
    "audio.flushed",
    { ...spoken },
    "Everything up to a flush was spoken, or cut off by a clear; ends a file of its audio format.",
  ),
  "session.ending": message(
    "session.ending",
    {},
    `The service stops: no more text is taken, audio.done follows what is still spoken, and the socket is closed with ${RESTART_CLOSE}. Open another for the text that follows.`,
  ),
  "audio.done": message(
    "audio.done",
    { ...spoken },
    `Everything was spoken, or the service stops; the sums of the session. Closed with 1000, after session.ending with ${RESTART_CLOSE}.`,
  ),
  error: ErrorMessageSchema,
};

export type SpeechServerMessage = Sent<
  (typeof SPEECH_SERVER_MESSAGES)[keyof typeof SPEECH_SERVER_MESSAGES]
>;
/** The amount of speech: code points of text, seconds of audio, and whether markup was removed. */
export type Spoken = Omit<Extract<SpeechServerMessage, { type: "audio.done" }>, "type">;

export const speechSocket: SocketDescription = {
  path: "/v1/audio/speech/stream",
  id: "liveSpeech",
  title: "Live speech",
  description: `Text that comes bit by bit, in frames of at most ${LIMITS.frameBytes / 1024} KiB, is spoken sentence by sentence. Tags of HTML and SSML are taken out and entities decoded, unless input_type is ssml; what remains is spoken, and its characters are counted.`,
  query: {},
  fromClient: SPEECH_CLIENT_MESSAGES,
  fromService: {
    audio: Type.String({
      contentMediaType: "application/octet-stream",
      description: "A binary frame: a piece of the audio in the format of the config.",
    }),
    ...SPEECH_SERVER_MESSAGES,
  },
  errorMessage: "error",
  errors: ["input_too_long", ...SPEAKING_ERRORS],
  errorExample: exampleMessageOf,
};
