import { ApiError, type ErrorBody } from "../../../contract/errors.ts";
import { invalidField, isFields, parseFrame, type FrameFields } from "../frame.ts";

/** What a client of the realtime dialect says. */
export type ClientEvent =
  | {
      readonly type: "session.update" | "transcription_session.update";
      readonly session: FrameFields;
    }
  | { readonly type: "input_audio_buffer.append"; readonly audio: Buffer }
  | { readonly type: "input_audio_buffer.commit" }
  | { readonly type: "input_audio_buffer.clear" };

interface Item {
  readonly id: string;
  readonly object: "realtime.item";
  readonly type: "message";
  readonly status: "completed";
  readonly role: "user";
  readonly content: readonly [{ readonly type: "input_audio"; readonly transcript: null }];
}

type ItemEvent<Type extends string> = {
  readonly type: `conversation.item.input_audio_transcription.${Type}`;
  readonly item_id: string;
  readonly content_index: 0;
};

/** What the server says, without the `event_id` that every event has. */
export type ServerEvent =
  | {
      readonly type:
        | "session.created"
        | "session.updated"
        | "transcription_session.created"
        | "transcription_session.updated";
      readonly session: object;
    }
  | {
      readonly type: "input_audio_buffer.speech_started";
      readonly audio_start_ms: number;
      readonly item_id: string;
    }
  | {
      readonly type: "input_audio_buffer.speech_stopped";
      readonly audio_end_ms: number;
      readonly item_id: string;
    }
  | {
      readonly type: "input_audio_buffer.committed";
      readonly previous_item_id: string | null;
      readonly item_id: string;
    }
  | { readonly type: "input_audio_buffer.cleared" }
  | {
      readonly type:
        | "conversation.item.created"
        | "conversation.item.added"
        | "conversation.item.done";
      readonly previous_item_id: string | null;
      readonly item: Item;
    }
  | (ItemEvent<"delta"> & { readonly delta: string })
  | (ItemEvent<"completed"> & {
      readonly transcript: string;
      readonly usage: { readonly type: "duration"; readonly seconds: number };
    })
  | (ItemEvent<"failed"> & { readonly error: ErrorBody })
  | {
      readonly type: "error";
      readonly error: ErrorBody & {
        /** The client's name for the event that is at fault. */
        readonly event_id: string | null;
        readonly request_id: string;
      };
    };

const CLIENT_EVENTS = [
  "session.update",
  "transcription_session.update",
  "input_audio_buffer.append",
  "input_audio_buffer.commit",
  "input_audio_buffer.clear",
] as const;

/** Reads an event of a client; throws ApiError. */
export function parseClientEvent(fields: FrameFields): ClientEvent {
  const type = CLIENT_EVENTS.find((name) => name === fields["type"]);
  switch (type) {
    case "session.update":
    case "transcription_session.update":
      if (isFields(fields["session"])) return { type, session: fields["session"] };
      throw invalidField("session", "has to be an object");
    case "input_audio_buffer.append":
      return { type, audio: audioOf(fields["audio"]) };
    case "input_audio_buffer.commit":
    case "input_audio_buffer.clear":
      return { type };
    case undefined:
      throw invalidField("type", `has to be one of ${CLIENT_EVENTS.join(", ")}`);
  }
}

/** Reads the frame of an event; throws ApiError. */
export function parseEventFrame(data: Buffer, isBinary: boolean): FrameFields {
  if (!isBinary) return parseFrame(data.toString("utf8"));
  const message = "Audio is sent in input_audio_buffer.append, as base64.";
  throw new ApiError("invalid_request", { message });
}

/** The name that a client has given to an event. */
export function eventIdOf({ event_id: id }: FrameFields): string | null {
  return typeof id === "string" ? id : null;
}

/** The event that tells an error. */
export function errorEvent(
  { body }: ApiError,
  requestId: string,
  eventId: string | null,
): ServerEvent {
  return { type: "error", error: { ...body, event_id: eventId, request_id: requestId } };
}

/** The item that a stretch of audio becomes. */
export function itemOf(id: string): Item {
  return {
    id,
    object: "realtime.item",
    type: "message",
    status: "completed",
    role: "user",
    content: [{ type: "input_audio", transcript: null }],
  };
}

function audioOf(audio: unknown): Buffer {
  if (typeof audio === "string" && /^[\w+/-]*={0,2}$/.test(audio)) {
    return Buffer.from(audio, "base64");
  }
  throw invalidField("audio", "has to be audio in base64");
}
