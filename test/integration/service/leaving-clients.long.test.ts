import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { request } from "undici";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { toS16le, wavHeader } from "#service/engine/audio/wav-writer.ts";
import type { ModelPool } from "#service/engine/pool/pool.ts";
import { processorSeconds } from "#service/engine/confinement/processor-time.ts";
import { repeatedClip } from "../../bench/engine/recordings.ts";
import { accountKey } from "../../support/service/account-command.ts";
import { eventually } from "../../support/eventually.ts";
import { holdUpload } from "../../support/service/held-upload.ts";
import {
  fixtureClip,
  speechRequest,
  startSpeechService,
  transcriptionForm,
  type SpeechService,
} from "../../support/service/speech-service.ts";
import { openStream, type StreamClient } from "../../support/service/stream-client.ts";
import { temporaryDirectory, type TemporaryDirectory } from "../../support/temporary-directory.ts";

/** In this time a client that left makes room, on a busy machine too; its work would take longer. */
const FREE_MS = 4_000;
const STARTED_MS = 60_000;
/** A model process at rest uses no more processor time than this in this time. */
const AT_REST = { seconds: 0.03, withinMs: 200 };
/** Longer than the tests need to see that somebody works on it. */
const RECORDING = { seconds: 2400, sampleRate: 8000 };
/** CPU time less than the recording needs, and more than is reported at once. */
const WORKED_SECONDS = 0.5;
const FRAME_BYTES = 96_000;
const LONG_TEXT = "Bu uzun bir cümledir ve sürer. ".repeat(150);

const STREAM = "/v1/audio/stream";
const REALTIME = "/v1/realtime";
const SPEECH_SOCKET = "/v1/audio/speech/stream";

/** Ends a client's connection at once. */
type Leave = () => void;

let data: TemporaryDirectory;
let service: SpeechService;
/** May do one thing of each kind at a time. */
let key: string;
let voice: string;
let clip: Buffer;
/** Silence, which takes as long as speech. */
let recording: Uint8Array;
/** A minute at 16 kHz. */
let pcm: Buffer;
beforeAll(async () => {
  data = await temporaryDirectory("data");
  service = await startSpeechService({ DATA_DIR: data.path });
  key = await accountKey(
    data.path,
    "leaving@example.com",
    "concurrent-transcriptions=1",
    "concurrent-streams=1",
    "concurrent-speech-requests=1",
    "concurrent-speech-sockets=1",
  );
  voice = service.engine.defaultOf("synthesis")?.voices[0]?.name ?? "";
  clip = (await fixtureClip()).wav;
  const { seconds, sampleRate } = RECORDING;
  const samples = new Float32Array(seconds * sampleRate);
  recording = Buffer.concat([wavHeader(sampleRate, samples.length), toS16le(samples)]);
  pcm = Buffer.from(toS16le(await repeatedClip(60)));
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await data[Symbol.asyncDispose]();
});

const modelOf = (task: "transcription" | "synthesis"): ModelPool => {
  const model = service.engine.defaultOf(task);
  if (model === undefined) throw new Error(`no model for ${task}`);
  return model;
};

const call = (address: string, init: RequestInit) => {
  const headers = { ...(init.headers as Record<string, string>), authorization: `Bearer ${key}` };
  return fetch(new URL(address, service.url), { ...init, headers });
};

/** Whether a request is let in at the limit; what it asked for is thrown away. */
async function isAnswered(answer: Promise<Response>): Promise<boolean> {
  const { status, body } = await answer;
  await body?.cancel();
  expect([200, 429]).toContain(status);
  return status === 200;
}

/** Whether a socket is let in at the limit. */
async function isOpened(path: string, first: string): Promise<boolean> {
  using client = await open(path);
  return await client.message(first).then(
    () => true,
    () => false,
  );
}

const open = (path: string): Promise<StreamClient> => {
  const query = path === REALTIME ? { intent: "transcription" } : {};
  return openStream(service.url, { path, credential: key, query });
};

/** Asks for something, and hands back what the client gets while it does. */
async function ask(
  path: string,
  body: FormData | string,
): Promise<{ readonly answer: ReturnType<typeof request>; readonly leave: Leave }> {
  const form = new Request(service.url, { method: "POST", body });
  const contentType =
    typeof body === "string" ? "application/json" : form.headers.get("content-type");
  const leaving = new AbortController();
  const answer = request(new URL(path, service.url), {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": contentType ?? "" },
    body: Buffer.from(await form.arrayBuffer()),
    signal: leaving.signal,
  });
  answer.catch(() => undefined);
  return { answer, leave: () => leaving.abort() };
}

/** The same, and the client has begun to read the answer. */
async function readOn(path: string, body: FormData | string): Promise<Leave> {
  const { answer, leave } = await ask(path, body);
  const { statusCode, body: answered } = await answer;
  expect(statusCode).toBe(200);
  answered.on("error", () => undefined);
  await once(answered, "data");
  return leave;
}

const speech = (fields: Readonly<Record<string, unknown>> = {}) =>
  JSON.stringify({ input: LONG_TEXT, voice, response_format: "pcm", ...fields });

/** Twenty minutes of speech, in what is sent at a time. */
function* frames(): Generator<Buffer> {
  for (let minutes = 0; minutes < 20; minutes += 1) {
    for (let at = 0; at < pcm.length; at += FRAME_BYTES) yield pcm.subarray(at, at + FRAME_BYTES);
  }
}

/** Half an hour. */
async function longMp3(): Promise<Uint8Array> {
  const output = await service.engine.encoder.open("mp3", 16_000);
  const minute = [await output.push(await repeatedClip(60)), await output.end()];
  await output.close();
  return Buffer.concat(Array.from({ length: 30 }, () => minute).flat());
}

/** Seconds of audio in files that the key was charged this month. */
async function chargedSeconds(): Promise<number> {
  const answer = await call("/v1/usage", { method: "GET" });
  return ((await answer.json()) as { total: { audio_seconds: number } }).total.audio_seconds;
}

const works = (model: ModelPool) =>
  eventually("the model works", () => model.queue.running === 1, STARTED_MS);

/** What its processes use of the processor, in seconds. */
async function usedSeconds({ pids }: ModelPool): Promise<number> {
  const used = await Promise.all(pids.map(processorSeconds));
  return used.reduce((sum, seconds) => sum + seconds, 0);
}

async function isAtRest(model: ModelPool): Promise<boolean> {
  if (model.queue.running + model.queue.waiting > 0) return false;
  // Elsewhere nobody tells what another process uses.
  if (process.platform !== "linux") return true;
  const before = await usedSeconds(model);
  await sleep(AT_REST.withinMs);
  return (await usedSeconds(model)) - before <= AT_REST.seconds;
}

interface Situation {
  readonly title: string;
  readonly task: "transcription" | "synthesis";
  /** Whether the model has work then. */
  readonly isWork: boolean;
  /** Brings a client into the middle of it. */
  readonly begin: () => Promise<Leave>;
  /** Whether another client of the key is let in for the same. */
  readonly isLetIn: () => Promise<boolean>;
}

const transcribeClip = () =>
  isAnswered(call("/v1/audio/transcriptions", { method: "POST", body: transcriptionForm(clip) }));
const speakShortly = () =>
  isAnswered(call("/v1/audio/speech", speechRequest({ input: "Merhaba.", voice })));

const SITUATIONS: readonly Situation[] = [
  {
    title: "an upload",
    task: "transcription",
    isWork: false,
    begin: async () => {
      const upload = await holdUpload(service.url, key);
      return () => upload.leave();
    },
    isLetIn: transcribeClip,
  },
  {
    title: "a transcription",
    task: "transcription",
    isWork: true,
    begin: async () => {
      const { leave } = await ask("/v1/audio/transcriptions", transcriptionForm(recording));
      await works(modelOf("transcription"));
      return leave;
    },
    isLetIn: transcribeClip,
  },
  {
    title: "a transcription that is sent as it is heard",
    task: "transcription",
    isWork: true,
    begin: () => {
      const minutes = Array.from({ length: 40 }, () => pcm);
      const spoken = Buffer.concat([wavHeader(16_000, 40 * (pcm.length / 2)), ...minutes]);
      const fields = { model: "transcribe-1", stream: "true" };
      return readOn("/v1/audio/transcriptions", transcriptionForm(spoken, fields));
    },
    isLetIn: transcribeClip,
  },
  {
    title: "a synthesis before its first audio",
    task: "synthesis",
    isWork: true,
    begin: async () => {
      const { leave } = await ask("/v1/audio/speech", speech());
      await works(modelOf("synthesis"));
      return leave;
    },
    isLetIn: speakShortly,
  },
  {
    title: "a synthesis",
    task: "synthesis",
    isWork: true,
    begin: () => readOn("/v1/audio/speech", speech()),
    isLetIn: speakShortly,
  },
  {
    title: "a synthesis in events",
    task: "synthesis",
    isWork: true,
    begin: () => readOn("/v1/audio/speech", speech({ stream_format: "sse" })),
    isLetIn: speakShortly,
  },
  {
    title: "a live stream",
    task: "transcription",
    isWork: true,
    begin: async () => {
      const client = await open(STREAM);
      await client.message("session.started");
      for (const frame of frames()) client.socket.send(frame);
      await client.message("transcript.partial");
      return () => client.socket.terminate();
    },
    isLetIn: () => isOpened(STREAM, "session.started"),
  },
  {
    title: "a realtime session",
    task: "transcription",
    isWork: true,
    begin: async () => {
      const client = await open(REALTIME);
      await client.message("session.created");
      for (const frame of frames()) {
        client.say({ type: "input_audio_buffer.append", audio: frame.toString("base64") });
      }
      await client.message("input_audio_buffer.speech_started");
      return () => client.socket.terminate();
    },
    isLetIn: () => isOpened(REALTIME, "session.created"),
  },
  {
    title: "a synthesis socket",
    task: "synthesis",
    isWork: true,
    begin: async () => {
      const client = await open(SPEECH_SOCKET);
      client.say({ type: "config", voice });
      client.say({ type: "text.append", text: LONG_TEXT });
      await client.hasAudio();
      return () => client.socket.terminate();
    },
    isLetIn: () => isOpened(SPEECH_SOCKET, "session.started"),
  },
];

describe("a client that leaves in the middle of", () => {
  beforeEach(async () => {
    for (const model of service.engine.models) {
      await eventually(`${model.id} is at rest`, () => isAtRest(model), STARTED_MS);
    }
  });

  test.each(SITUATIONS)("$title makes room for another one", async ({ begin, isLetIn }) => {
    const leave = await begin();
    expect(await isLetIn()).toBe(false);
    leave();
    await eventually("another one is let in", isLetIn, FREE_MS);
  });

  test.each(SITUATIONS.filter(({ isWork }) => isWork))(
    "$title leaves no work behind",
    async ({ begin, task }) => {
      const model = modelOf(task);
      const leave = await begin();
      expect(model.queue.running).toBe(1);
      leave();
      await eventually("the model is at rest", () => isAtRest(model), FREE_MS);
    },
  );

  test.runIf(process.platform === "linux")(
    "a transcription is charged the seconds that were heard until then",
    async () => {
      const model = modelOf("transcription");
      const before = await usedSeconds(model);
      const chargedBefore = await chargedSeconds();
      const { leave } = await ask("/v1/audio/transcriptions", transcriptionForm(recording));
      const worked = async () => (await usedSeconds(model)) - before > WORKED_SECONDS;
      await eventually("the model has worked", worked, STARTED_MS);
      leave();
      const charged = async () => (await chargedSeconds()) - chargedBefore;
      await eventually("it is charged", async () => (await charged()) > 0);
      expect(await charged()).toBeLessThan(RECORDING.seconds);
    },
  );

  test("a transcription of an MP3 file ends the file's decoder", async () => {
    const { decoder } = service.engine;
    await eventually("one is ready", () => decoder.pids.length === 1);
    const { leave } = await ask("/v1/audio/transcriptions", transcriptionForm(await longMp3()));
    await eventually("one decodes", () => decoder.pids.length === 2, STARTED_MS);
    const before = new Set(decoder.pids);
    expect(before.size).toBe(2);
    leave();
    const left = () => decoder.pids.filter((pid) => before.has(pid)).length;
    await eventually("the decoder has ended", () => left() < before.size, FREE_MS);
  });
});

describe("a client that was told the end of", () => {
  test.each([
    ["a live stream", STREAM, "end", "transcript.final"],
    ["a synthesis socket", SPEECH_SOCKET, "end", "audio.done"],
  ])("%s may begin anew, before it has answered the close", async (_title, path, end, last) => {
    using client = await open(path);
    await client.message("session.started");
    client.socket.close = () => undefined;
    client.say({ type: end });
    await client.message(last);
    expect(await isOpened(path, "session.started")).toBe(true);
    expect(client.socket.readyState).toBe(client.socket.OPEN);
  });
});
