import { ApiError } from "../../../contract/errors.ts";
import { readFrame, readMessage } from "../../../contract/read.ts";
import type { Sent } from "../../../contract/schema.ts";
import {
  REALTIME_CLIENT_EVENTS,
  type RealtimeServerEvent,
} from "../../../contract/sockets/realtime.ts";

type Said = Sent<(typeof REALTIME_CLIENT_EVENTS)[keyof typeof REALTIME_CLIENT_EVENTS]>;
type Append = Extract<Said, { type: "input_audio_buffer.append" }>;

export type ClientEvent =
  | Exclude<Said, Append>
  | (Pick<Append, "type"> & { readonly audio: Buffer });

type Item = Extract<RealtimeServerEvent, { type: "conversation.item.created" }>["item"];

/** Reads an event of a client; throws ApiError. */
export function parseClientEvent(fields: Readonly<Record<string, unknown>>): ClientEvent {
  const event = readMessage(REALTIME_CLIENT_EVENTS, fields, { asText: true });
  if (event.type !== "input_audio_buffer.append") return event;
  return { type: event.type, audio: Buffer.from(event.audio, "base64") };
}

/** Reads the frame of an event; throws ApiError. */
export function parseEventFrame(
  data: Buffer,
  isBinary: boolean,
): Readonly<Record<string, unknown>> {
  if (!isBinary) return readFrame(data.toString("utf8"));
  const message = "Audio is sent in input_audio_buffer.append, as base64.";
  throw new ApiError("invalid_request", message);
}

export function eventIdOf({ event_id: id }: Readonly<Record<string, unknown>>): string | null {
  return typeof id === "string" ? id : null;
}

export function errorEvent(
  { body }: ApiError,
  requestId: string,
  eventId: string | null,
): RealtimeServerEvent {
  return { type: "error", error: { ...body, event_id: eventId, request_id: requestId } };
}

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
