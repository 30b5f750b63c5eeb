import type { ErrorMessage } from "../live/protocol.ts";
import { invalidField, parseFrame, type FrameFields } from "../frame.ts";

/** What a client of the synthesis socket says. */
export type SpeechClientMessage =
  /** Whose voice, how, as which audio: fields as in a request for speech. */
  | { readonly type: "config"; readonly fields: FrameFields }
  | { readonly type: "text.append"; readonly text: string }
  | { readonly type: "text.flush" }
  | { readonly type: "text.clear" }
  | { readonly type: "keepalive" }
  | { readonly type: "end" };

/** What was spoken: code points of text, seconds of audio. */
export interface Spoken {
  readonly characters: number;
  readonly seconds: number;
}

/** What the synthesis socket says beside its audio, which are binary frames. */
export type SpeechServerMessage =
  | { readonly type: "session.started"; readonly session_id: string; readonly request_id: string }
  /** The audio that a config asks for. */
  | {
      readonly type: "session.updated";
      readonly model: string;
      readonly response_format: string;
      readonly sample_rate: number;
    }
  /** Everything up to a flush was spoken, or was cut off by a clear; ends a file of its audio format. */
  | ({ readonly type: "audio.flushed" } & Spoken)
  /** Everything was spoken; the sums of the whole session. */
  | ({ readonly type: "audio.done" } & Spoken)
  | ErrorMessage;

/** Reads a text frame of a client; throws ApiError. */
export function parseSpeechMessage(frame: string): SpeechClientMessage {
  const { type, ...fields } = parseFrame(frame);
  switch (type) {
    case "config":
      return { type, fields };
    case "text.append":
      return { type, text: textOf(fields) };
    case "text.flush":
    case "text.clear":
    case "keepalive":
    case "end":
      return { type };
    default:
      throw invalidField(
        "type",
        "has to be one of config, text.append, text.flush, text.clear, keepalive, end",
      );
  }
}

function textOf({ text }: FrameFields): string {
  if (typeof text === "string") return text;
  throw invalidField("text", "has to be a text");
}
