import type { ConformanceSocket } from "../conformance-socket.ts";
import type { Answer, Json } from "../service-client.ts";
import type { RowContext } from "../row.ts";
import { matches, same, that } from "../mismatch.ts";

/** A voice that both synthesis models have. */
export const VOICE = "ayla";
export const SPEECH = "/v1/audio/speech";
export const TRANSCRIPTIONS = "/v1/audio/transcriptions";
export const VOICES = "/v1/voices";
export const PRONUNCIATIONS = "/v1/pronunciations";
export const JOBS = "/v1/jobs";
export const STREAM = "/v1/audio/stream";
export const REALTIME = "/v1/realtime";
export const SPEECH_SOCKET = "/v1/audio/speech/stream";

/** Asks for a short speech; `fields` are put over what makes it valid. */
export function speech({ client }: RowContext, fields: Json = {}): Promise<Answer> {
  return client.ask(SPEECH, { json: { input: "Merhaba.", voice: VOICE, ...fields } });
}

/** Asks for a short speech and throws Mismatch unless it is spoken. */
export async function spoken(context: RowContext, fields: Json = {}): Promise<Answer> {
  return isAudio(await speech(context, fields));
}

/** Throws Mismatch unless the answer is audio, or events that carry it. */
export function isAudio(answer: Answer): Answer {
  const { headers, body } = succeeded(answer, 200);
  matches("content-type", headers["content-type"], /^(audio\/|text\/event-stream)/);
  matches("x-request-id", headers["x-request-id"], /^\S{8,}$/);
  that("audio", body.length > 100, "more than 100 bytes", body.length);
  return answer;
}

/** Throws Mismatch unless the answer has this status. */
export function succeeded(answer: Answer, status: number): Answer {
  const text = answer.status === status ? "" : answer.body.toString("utf8", 0, 300);
  same("status", [answer.status, text], [status, ""]);
  return answer;
}

/** What the service says of the key's limits. */
export async function limitsOf({ client }: RowContext): Promise<Json> {
  return succeeded(await client.ask("/v1/limits"), 200).json;
}

/** Begins a demo session and gives its token. */
export async function sessionToken({ client }: RowContext): Promise<string> {
  const answer = succeeded(await client.ask("/v1/sessions", { method: "POST" }), 201);
  return String(answer.json["token"]);
}

/** Opens a synthesis socket and has a text spoken on it; `config` is put over what makes it valid. */
export async function saying(
  { client }: RowContext,
  config: Json,
  text: string,
  credential = client.key,
): Promise<ConformanceSocket> {
  const socket = await client.open(SPEECH_SOCKET, { credential });
  socket.say({ type: "config", voice: VOICE, ...config });
  socket.say({ type: "text.append", text });
  socket.say({ type: "text.flush" });
  return socket;
}
