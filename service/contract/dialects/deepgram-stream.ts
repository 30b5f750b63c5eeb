import { Type } from "typebox";
import { ApiError } from "../errors.ts";
import { EXAMPLE_REQUEST_ID } from "../error-body.ts";
import { LIMITS } from "../limits.ts";
import { message, type Sent } from "../schema.ts";
import type { SocketDescription } from "../sockets/socket.ts";
import { DEEPGRAM_LISTENING, DeepgramMetadata, RAW_ENCODINGS } from "./deepgram.ts";

const seconds = Type.Number({ minimum: 0, description: "Seconds from the start of the audio." });
const channelIndex = Type.Array(Type.Integer(), { description: "The channel, and how many." });

/** Opus packets, one in each frame, or Ogg pages that contain them. */
export const OPUS_ENCODINGS = ["opus", "ogg-opus"] as const;

export const ListenStreamQuery = Type.Object({
  ...DEEPGRAM_LISTENING,
  encoding: Type.Optional(
    Type.Unsafe<(typeof RAW_ENCODINGS)[number] | (typeof OPUS_ENCODINGS)[number]>(
      Type.String({
        enum: [...RAW_ENCODINGS, ...OPUS_ENCODINGS],
        description:
          "Of samples without a container, with sample_rate; opus is one packet in each frame. Without it the audio is WAV, or Opus in WebM or Ogg, as its first bytes say.",
      }),
    ),
  ),
  sample_rate: Type.Optional(
    Type.Integer({ minimum: 8000, maximum: 48_000, description: "Hertz." }),
  ),
  channels: Type.Integer({ minimum: 1, maximum: 8, default: 1, description: "Mixed to one." }),
  interim_results: Type.Boolean({ default: false }),
  endpointing: Type.Optional(
    Type.String({
      pattern: String.raw`^(?:true|false|\d{1,5})$`,
      "x-takes": "milliseconds, true or false",
      description:
        "Milliseconds of pause that end a segment, 100 at least; false ends none. 800 when absent.",
    }),
  ),
  utterance_end_ms: Type.Optional(
    Type.Integer({
      minimum: 500,
      maximum: 10_000,
      description: "Milliseconds without a word after which UtteranceEnd comes.",
    }),
  ),
  vad_events: Type.Boolean({ default: false, description: "Whether SpeechStarted comes." }),
});

/** Messages from the client, other than audio. */
export const LISTEN_CLIENT_MESSAGES = {
  KeepAlive: message(
    "KeepAlive",
    {},
    `Holds the socket open without audio; without either it ends after ${LIMITS.idleSocketSeconds} s.`,
  ),
  Finalize: message("Finalize", {}, "Ends the segment now; what comes of it has from_finalize."),
  CloseStream: message(
    "CloseStream",
    {},
    "No more audio comes; the last Results and Metadata follow.",
  ),
};

const Word = Type.Object({
  word: Type.String(),
  start: seconds,
  end: seconds,
  confidence: Type.Number({ minimum: 0, maximum: 1 }),
  punctuated_word: Type.String(),
});

/** Messages from the service. */
export const LISTEN_SERVER_MESSAGES = {
  Results: message("Results", {
    channel_index: channelIndex,
    duration: Type.Number({ minimum: 0, description: "Seconds that it covers." }),
    start: seconds,
    is_final: Type.Boolean({ description: "Whether it changes no more." }),
    speech_final: Type.Boolean({ description: "Whether a pause ended it." }),
    from_finalize: Type.Boolean(),
    channel: Type.Object({
      alternatives: Type.Array(
        Type.Object({
          transcript: Type.String(),
          confidence: Type.Number({ minimum: 0, maximum: 1 }),
          words: Type.Array(Word),
        }),
      ),
    }),
    metadata: Type.Object({
      request_id: Type.String(),
      model_uuid: Type.String(),
      model_info: Type.Object({
        name: Type.String(),
        version: Type.String(),
        arch: Type.String(),
      }),
    }),
  }),
  SpeechStarted: message("SpeechStarted", { channel: channelIndex, timestamp: seconds }),
  UtteranceEnd: message("UtteranceEnd", { channel: channelIndex, last_word_end: seconds }),
  Metadata: message(
    "Metadata",
    { ...DeepgramMetadata.properties },
    "Comes last, unless an error does.",
  ),
  Error: message(
    "Error",
    {
      description: Type.String({ description: "For people; it may change." }),
      message: Type.String(),
      variant: Type.String({ description: "The service's own code; stable." }),
      request_id: Type.String(),
    },
    "An error. The socket is then closed with 4000 and the HTTP status of the code, or with 1011 for a fault of the server.",
  ),
};

export type ListenClientMessage = Sent<
  (typeof LISTEN_CLIENT_MESSAGES)[keyof typeof LISTEN_CLIENT_MESSAGES]
>;
export type ListenServerMessage = Sent<
  (typeof LISTEN_SERVER_MESSAGES)[keyof typeof LISTEN_SERVER_MESSAGES]
>;

/** Returns the message that reports an error on the socket. */
export function listenError(error: ApiError, requestId: string): ListenServerMessage {
  return {
    type: "Error",
    description: error.message,
    message: error.message,
    variant: error.code,
    request_id: requestId,
  };
}

export const deepgramStream: SocketDescription = {
  path: "/v1/listen",
  id: "deepgramLiveTranscription",
  title: "Live transcription, as Deepgram's API does",
  description: `Audio in binary frames of at most ${LIMITS.frameBytes / 1024} KiB becomes text as it is spoken.`,
  query: ListenStreamQuery.properties,
  fromClient: {
    audio: Type.String({
      contentMediaType: "application/octet-stream",
      description: "A binary frame: audio in the encoding of the parameters.",
    }),
    ...LISTEN_CLIENT_MESSAGES,
  },
  fromService: LISTEN_SERVER_MESSAGES,
  errorMessage: "Error",
  errors: ["model_not_found", "unsupported_field", "undecodable_audio", "audio_too_long"],
  errorExample: (name) => listenError(new ApiError(name), EXAMPLE_REQUEST_ID),
};
