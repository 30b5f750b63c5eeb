import type { ConformanceSocket, Said } from "../conformance-socket.ts";
import { matches, same, that } from "../mismatch.ts";
import { CLIP_SAMPLES, CLIP_WORD } from "../recordings.ts";
import { refusedOnSocket } from "../refusal.ts";
import { works, type Row, type RowContext } from "../row.ts";
import type { Json } from "../service-client.ts";
import { REALTIME } from "./asking.ts";

const ADDRESS = `${REALTIME}?intent=transcription`;
const TRANSCRIPTION = "conversation.item.input_audio_transcription";
const SAMPLE_RATE_HZ = 16_000;
const FRAME_BYTES = 32_000;
/** Long enough to end what was said. */
const PAUSE = Buffer.alloc(SAMPLE_RATE_HZ * 2 * 2);

function event(title: string, check: Row["check"]): Row {
  return works("events", `realtime: ${title}`, check);
}

/** Opens a session that is set to the clip's rate; `turn_detection` null leaves the ends to the client. */
async function opened(
  { client, compatModel }: RowContext,
  turn_detection: Json | null,
): Promise<ConformanceSocket> {
  const socket = await client.open(ADDRESS);
  await socket.message("session.created");
  const input = {
    format: { type: "audio/pcm", rate: SAMPLE_RATE_HZ },
    transcription: { model: compatModel, language: "tr" },
    turn_detection,
  };
  socket.say({ type: "session.update", session: { type: "transcription", audio: { input } } });
  await socket.message("session.updated");
  return socket;
}

function speak(socket: ConformanceSocket, samples: Buffer): void {
  for (let at = 0; at < samples.length; at += FRAME_BYTES) {
    const audio = samples.subarray(at, at + FRAME_BYTES).toString("base64");
    socket.say({ type: "input_audio_buffer.append", audio });
  }
}

async function completed(socket: ConformanceSocket): Promise<Said> {
  const said = await socket.message(`${TRANSCRIPTION}.completed`);
  same("fields", Object.keys(said), [
    "type",
    "event_id",
    "item_id",
    "content_index",
    "transcript",
    "usage",
  ]);
  return said;
}

/** `/v1/realtime?intent=transcription`: the dialect of the OpenAI realtime API. */
export const REALTIME_EVENTS: readonly Row[] = [
  event("session.created tells the session", async ({ client }) => {
    const created = await (await client.open(ADDRESS)).message("session.created");
    matches("event_id", created["event_id"], /^event_/);
    const { type, id, audio } = created["session"] as Json;
    same("type", type, "transcription");
    matches("id", id, /^\S+$/);
    that("input", (audio as Json)["input"] !== undefined, "to be there", audio);
  }),
  event("session.update sets it, by the compatibility alias too", async (context) => {
    const socket = await opened(context, null);
    const { session } = await socket.message("session.updated");
    const { input } = (session as Json)["audio"] as { readonly input: Json };
    same("format", input["format"], { type: "audio/pcm", rate: SAMPLE_RATE_HZ });
    same("model", (input["transcription"] as Json)["model"], context.compatModel);
    same("turn_detection", input["turn_detection"], null);
  }),
  event("a pause ends an item, whose transcript comes in deltas and whole", async (context) => {
    const socket = await opened(context, { type: "server_vad", silence_duration_ms: 800 });
    speak(socket, Buffer.concat([CLIP_SAMPLES, PAUSE]));
    const item = (await completed(socket))["item_id"];
    const types = new Set(
      socket.said
        .filter((said) => said["item_id"] === item || (said["item"] as Json)?.["id"] === item)
        .map(({ type }) => type),
    );
    for (const type of [
      "input_audio_buffer.speech_started",
      "input_audio_buffer.speech_stopped",
      "input_audio_buffer.committed",
      "conversation.item.added",
      "conversation.item.done",
      `${TRANSCRIPTION}.delta`,
    ]) {
      that("events of the item", types.has(type), type, [...types]);
    }
  }),
  event("a commit ends an item where the client says so", async (context) => {
    const socket = await opened(context, null);
    speak(socket, CLIP_SAMPLES);
    socket.say({ type: "input_audio_buffer.commit" });
    const { transcript, usage } = await completed(socket);
    matches("transcript", transcript, CLIP_WORD);
    const { type, seconds } = usage as Json;
    same("usage", type, "duration");
    const clipSeconds = CLIP_SAMPLES.length / 2 / SAMPLE_RATE_HZ;
    that("seconds", Math.abs(Number(seconds) - clipSeconds) < 0.1, String(clipSeconds), seconds);
  }),
  event("input_audio_buffer.clear forgets what was sent", async (context) => {
    const socket = await opened(context, null);
    speak(socket, CLIP_SAMPLES);
    socket.say({ type: "input_audio_buffer.clear" });
    await socket.message("input_audio_buffer.cleared");
  }),
  {
    ...event("an event that is wrong is an error, and the session goes on", async (context) => {
      const socket = await opened(context, null);
      socket.say({ type: "response.create", event_id: "mine" });
      const { request_id, message, ...error } = (await socket.message("error"))["error"] as Json;
      const expected = { type: "invalid_request_error", code: "invalid_request", param: "type" };
      same("error", error, { ...expected, event_id: "mine" });
      matches("request_id", request_id, /^\S{8,}$/);
      matches("message", message, /\S/);
      speak(socket, CLIP_SAMPLES);
      socket.say({ type: "input_audio_buffer.commit" });
      await completed(socket);
    }),
    codes: ["invalid_request"],
    isOnSocket: true,
  },
  event("the dialect before today's, by its header", async ({ client }) => {
    const subprotocols = ["realtime", "openai-beta.realtime-v1"];
    const socket = await client.open(ADDRESS, { subprotocols });
    await socket.message("transcription_session.created");
  }),
  event("a browser's key, in a subprotocol that is not echoed", async ({ client }) => {
    const subprotocols = ["realtime", `openai-insecure-api-key.${client.key}`];
    const socket = await client.open(ADDRESS, { credential: null, subprotocols });
    await socket.message("session.created");
    same("subprotocol", socket.subprotocol, "realtime");
  }),
  {
    ...event("a commit of nothing is told, and the session goes on", async (context) => {
      const socket = await opened(context, null);
      socket.say({ type: "input_audio_buffer.commit" });
      const { error } = await socket.message("error");
      same("code", (error as Json)["code"], "input_audio_buffer_commit_empty");
      speak(socket, CLIP_SAMPLES);
      socket.say({ type: "input_audio_buffer.commit" });
      await completed(socket);
    }),
    codes: ["input_audio_buffer_commit_empty"],
    isOnSocket: true,
  },
  refusedOnSocket(
    { code: "invalid_request", part: "events", title: "realtime, another intent", param: "intent" },
    ({ client }) => client.open(`${REALTIME}?intent=conversation`),
  ),
  refusedOnSocket(
    { code: "model_not_found", part: "events", title: "realtime, another model", param: "model" },
    ({ client }) => client.open(`${REALTIME}?model=gpt-realtime`),
  ),
  refusedOnSocket(
    { code: "missing_api_key", part: "events", title: "realtime, no credential" },
    ({ client }) => client.open(ADDRESS, { credential: null }),
  ),
];
