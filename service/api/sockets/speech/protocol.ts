import { readFrame, readMessage } from "../../../contract/read.ts";
import type { Sent } from "../../../contract/schema.ts";
import { SPEECH_CLIENT_MESSAGES } from "../../../contract/sockets/speech-stream.ts";

const { config: _config, ...OTHER_MESSAGES } = SPEECH_CLIENT_MESSAGES;

export type SpeechClientMessage =
  /** Its fields add to those of the configs before, and are read together with them. */
  | { readonly type: "config"; readonly fields: Readonly<Record<string, unknown>> }
  | Sent<(typeof OTHER_MESSAGES)[keyof typeof OTHER_MESSAGES]>;

/** Reads a text frame of a client; throws ApiError. */
export function parseSpeechMessage(frame: string): SpeechClientMessage {
  const message = readFrame(frame);
  const { type, ...fields } = message;
  return type === "config" ? { type, fields } : readMessage(OTHER_MESSAGES, message);
}
