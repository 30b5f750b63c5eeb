import { Type } from "typebox";
import { EXAMPLE_REQUEST_ID } from "../error-body.ts";
import { ApiError } from "../errors.ts";
import { LIMITS } from "../limits.ts";
import { choice, message, type Sent } from "../schema.ts";
import type { SocketDescription } from "../sockets/socket.ts";
import { SPEAKING_ERRORS } from "../speech.ts";
import { SpeakQuery } from "./deepgram.ts";
import { LISTEN_SERVER_MESSAGES, listenError } from "./deepgram-stream.ts";

const { model, sample_rate: sampleRate, speed } = SpeakQuery.properties;

export const SpeakStreamQuery = Type.Object({
  model,
  encoding: choice(["linear16"], {
    default: "linear16",
    description: "Samples without a container, mono, 16 bits.",
  }),
  sample_rate: sampleRate,
  speed,
});

/** Messages from the client. */
export const SPEAK_CLIENT_MESSAGES = {
  Speak: message(
    "Speak",
    { text: Type.String() },
    `A sentence is spoken as soon as it is whole. A message, and a sentence, have at most ${LIMITS.inputCharacters} characters.`,
  ),
  Flush: message("Flush", {}, "Speaks what is there, whole sentence or not; Flushed follows it."),
  Clear: message("Clear", {}, "Breaks off what is being spoken, and forgets what waits."),
  Close: message("Close", {}, "No more text comes; the socket closes when all is spoken."),
};

const sequence = {
  sequence_id: Type.Integer({ minimum: 0, description: "Counts Flushed and Cleared." }),
};

/** Messages from the service, other than audio. */
export const SPEAK_SERVER_MESSAGES = {
  Metadata: message(
    "Metadata",
    {
      request_id: Type.String(),
      model_name: Type.String({ description: "The voice that speaks." }),
      model_version: Type.String(),
      model_uuid: Type.String(),
    },
    "Comes first.",
  ),
  Flushed: message("Flushed", sequence, "Everything up to a Flush was spoken."),
  Cleared: message("Cleared", sequence, "Everything up to a Clear was broken off or forgotten."),
  Warning: message(
    "Warning",
    { description: Type.String(), code: Type.String() },
    "SERVER_STOPPING: no more text is taken, and the socket closes after what is still spoken. MARKUP_REMOVED: the text had tags or entities.",
  ),
  Error: LISTEN_SERVER_MESSAGES.Error,
};

export type SpeakServerMessage = Sent<
  (typeof SPEAK_SERVER_MESSAGES)[keyof typeof SPEAK_SERVER_MESSAGES]
>;

export const deepgramSpeakStream: SocketDescription = {
  path: "/v1/speak",
  id: "deepgramLiveSpeech",
  title: "Live speech, as Deepgram's API does",
  description: `Text that comes bit by bit, in frames of at most ${LIMITS.frameBytes / 1024} KiB, is spoken sentence by sentence.`,
  query: SpeakStreamQuery.properties,
  fromClient: SPEAK_CLIENT_MESSAGES,
  fromService: {
    audio: Type.String({
      contentMediaType: "application/octet-stream",
      description: "A binary frame: samples.",
    }),
    ...SPEAK_SERVER_MESSAGES,
  },
  errorMessage: "Error",
  errors: ["unsupported_field", "input_too_long", ...SPEAKING_ERRORS],
  errorExample: (name) => listenError(new ApiError(name), EXAMPLE_REQUEST_ID),
};
