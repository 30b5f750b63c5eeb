import { matches, same, that } from "../mismatch.ts";
import { ALAW_SILENCE, CLIP_SAMPLES, CLIP_WORD } from "../recordings.ts";
import { expectSocketRefusal } from "../refusal.ts";
import { works, type Row, type RowContext } from "../row.ts";
import type { ConformanceSocket } from "../conformance-socket.ts";
import type { Json } from "../service-client.ts";
import { SPEECH_SOCKET, STREAM, VOICE } from "./asking.ts";

const FRAME_BYTES = 32_000;
const MAX_SECONDS = 7200;
/** A-law at 16000 Hz, which nobody has to resample, close to the longest frame. */
const SILENT_MINUTE = Buffer.alloc(60 * 16_000, ALAW_SILENCE);

function event(title: string, check: Row["check"]): Row {
  return works("events", title, check);
}

async function heard({ client }: RowContext, path = STREAM): Promise<ConformanceSocket> {
  const socket = await client.open(path);
  await socket.message("session.started");
  for (let at = 0; at < CLIP_SAMPLES.length; at += FRAME_BYTES) {
    socket.sendAudio(CLIP_SAMPLES.subarray(at, at + FRAME_BYTES));
  }
  socket.say({ type: "end" });
  await socket.message("transcript.final");
  same("close code", await socket.closed(), 1000);
  return socket;
}

const saidTypes = (socket: ConformanceSocket) => new Set(socket.said.map(({ type }) => type));

/** Part 6: what sockets say. */
export const EVENTS: readonly Row[] = [
  event("stream: session.started with every field", async ({ client }) => {
    const started = await (await client.open(STREAM)).message("session.started");
    same("fields", Object.keys(started), [
      "type",
      "session_id",
      "request_id",
      "model",
      "sample_rate",
      "partials",
      "expires_at",
    ]);
    same("model", [started["model"], started["sample_rate"]], ["transcribe-1", 16_000]);
  }),
  event("stream: ends with exactly one final transcript", async (context) => {
    const socket = await heard(context);
    const finals = socket.said.filter(({ type }) => type === "transcript.final");
    same("finals", finals.length, 1);
    same("last message", socket.said.at(-1)?.type, "transcript.final");
    matches("text", finals[0]?.["text"], CLIP_WORD);
    same("fields", Object.keys(finals[0] ?? {}), ["type", "text", "duration", "segments", "usage"]);
  }),
  event("stream: partials, segments, and where speech starts and stops", async (context) => {
    const types = saidTypes(await heard(context));
    for (const type of [
      "speech.started",
      "speech.stopped",
      "transcript.partial",
      "transcript.segment",
    ]) {
      that("messages", types.has(type), type, [...types]);
    }
  }),
  event(
    "stream: interim_results=false sends no partials, words=true the words",
    async (context) => {
      const socket = await heard(context, `${STREAM}?interim_results=false&words=true`);
      same("partials", saidTypes(socket).has("transcript.partial"), false);
      const segment = socket.said.find(({ type }) => type === "transcript.segment");
      const words = segment?.["words"] as readonly Json[];
      same("word", Object.keys(words[0] ?? {}), ["word", "start", "end"]);
    },
  ),
  event("stream: silence has a final transcript too", async ({ client }) => {
    const socket = await client.open(STREAM);
    socket.say({ type: "config", sample_rate: 8000, encoding: "mulaw" });
    socket.sendAudio(Buffer.alloc(8000, 0xff));
    socket.say({ type: "end" });
    same("text", (await socket.message("transcript.final"))["text"], "");
    same("close code", await socket.closed(), 1000);
  }),
  {
    ...event("stream: a frame that is no JSON is an error message", async ({ client }) => {
      const socket = await client.open(STREAM);
      await socket.message("session.started");
      socket.sendText("{");
      await expectSocketRefusal(socket, { code: "invalid_json" });
    }),
    codes: ["invalid_json"],
    isOnSocket: true,
  },
  {
    ...event("stream: a sample that is no number cannot be decoded", async ({ client }) => {
      const socket = await client.open(`${STREAM}?encoding=pcm_f32le`);
      await socket.message("session.started");
      socket.sendAudio(Buffer.from(Float32Array.of(Number.NaN).buffer));
      await expectSocketRefusal(socket, { code: "undecodable_audio" });
    }),
    codes: ["undecodable_audio"],
    isOnSocket: true,
  },
  event("stream: a frame over 1 MiB closes with 1009", async ({ client }) => {
    const socket = await client.open(STREAM);
    await socket.message("session.started");
    socket.sendAudio(Buffer.alloc(1024 * 1024 + 1));
    same("close code", await socket.closed(), 1009);
  }),
  {
    ...event(
      "stream: 30 s without audio end with a final transcript and stream_idle_timeout",
      async ({ client }) => {
        const socket = await client.open(STREAM);
        await socket.message("transcript.final");
        await expectSocketRefusal(socket, { code: "stream_idle_timeout" });
      },
    ),
    codes: ["stream_idle_timeout"],
    isLong: true,
    isOnSocket: true,
  },
  {
    ...event("stream: more than 2 hours of audio are refused", async ({ client }) => {
      const socket = await client.open(`${STREAM}?encoding=alaw&sample_rate=16000`);
      await socket.message("session.started");
      for (let sent = 0; sent <= MAX_SECONDS; sent += 60) socket.sendAudio(SILENT_MINUTE);
      await expectSocketRefusal(socket, { code: "audio_too_long" });
    }),
    codes: ["audio_too_long"],
    isOnSocket: true,
    isLong: true,
  },
  event("speech socket: text becomes audio, flush by flush", async ({ client }) => {
    const socket = await client.open(SPEECH_SOCKET);
    await socket.message("session.started");
    socket.say({ type: "config", voice: VOICE, response_format: "pcm" });
    same("sample_rate", (await socket.message("session.updated"))["sample_rate"], 48_000);
    socket.say({ type: "text.append", text: "Merhaba." });
    socket.say({ type: "text.flush" });
    const flushed = await socket.message("audio.flushed");
    that("audio", socket.audioBytes > 20_000, "more than 0.2 s of samples", socket.audioBytes);
    that("seconds", Number(flushed["seconds"]) > 0.2, "more than 0.2", flushed);
    socket.say({ type: "text.append", text: "Güle güle." });
    socket.say({ type: "end" });
    same("characters", (await socket.message("audio.done"))["characters"], 18);
    same("close code", await socket.closed(), 1000);
  }),
];
