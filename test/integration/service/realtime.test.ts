import { once } from "node:events";
import OpenAI from "openai";
import { OpenAIRealtimeWS as FormerRealtime } from "openai/beta/realtime/ws";
import { OpenAIRealtimeWS } from "openai/realtime/ws";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { toS16le } from "#service/engine/audio/wav-writer.ts";
import { Resampler } from "#service/engine/audio/resampler.ts";
import { parseWav } from "../../../probes/speech/wav.ts";
import {
  fixtureClip,
  sharedSpeechService,
  transcriptionForm,
  type SharedSpeechService,
} from "../../support/service/speech-service.ts";
import { openStream } from "../../support/service/stream-client.ts";
import { describeWithTls, startTlsProxy, type TlsProxy } from "../../support/servers/tls-proxy.ts";

const PATH = "/v1/realtime";
const SAMPLE_RATE = 24_000;
const FRAME_BYTES = 9600;
/** Long enough to end what was said. */
const PAUSE = Buffer.alloc(SAMPLE_RATE * 2 * 1.5);

let service: SharedSpeechService;
let pcm: Buffer;
let text: string;
beforeAll(async () => {
  service = await sharedSpeechService();
  const { wav } = await fixtureClip();
  const resampler = new Resampler(16_000, SAMPLE_RATE);
  const samples = resampler.push(Float32Array.from(parseWav(wav).samples));
  pcm = Buffer.from(toS16le(Float32Array.from([...samples, ...resampler.end()])).buffer);
  const answer = await service.call("/v1/audio/transcriptions", {
    method: "POST",
    body: transcriptionForm(wav),
  });
  ({ text } = (await answer.json()) as { text: string });
});

type Event = Readonly<Record<string, unknown>> & { readonly type: string };

/** What every realtime client of the package has. */
interface Realtime {
  readonly socket: OpenAIRealtimeWS["socket"];
  on(event: "event", listener: (event: { type: string }) => void): unknown;
  on(event: "error", listener: (error: Error) => void): unknown;
  close(): void;
}

/** Collects what a client of the package hears, and waits for it. */
function listen(client: Realtime) {
  const events: Event[] = [];
  let onChange = () => {};
  client.on("event", (event) => {
    events.push(event as Event);
    onChange();
  });
  client.on("error", () => undefined);
  return {
    events,
    async event(type: string): Promise<Event> {
      for (;;) {
        const found = events.find((event) => event.type === type);
        if (found !== undefined) return found;
        await new Promise<void>((resolve) => {
          onChange = resolve;
        });
      }
    },
  };
}

function frames(audio: Buffer): readonly string[] {
  const count = Math.ceil(audio.length / FRAME_BYTES);
  return Array.from({ length: count }, (_, at) =>
    audio.subarray(at * FRAME_BYTES, (at + 1) * FRAME_BYTES).toString("base64"),
  );
}

describeWithTls("the realtime client of the openai package", () => {
  let proxy: TlsProxy;
  let openai: OpenAI;
  beforeAll(async () => {
    proxy = await startTlsProxy(service.url);
    openai = new OpenAI({ apiKey: service.key, baseURL: `https://localhost:${proxy.port}/v1` });
  });
  afterAll(() => proxy[Symbol.asyncDispose]());

  const connect = () =>
    new OpenAIRealtimeWS({ intent: "transcription", options: { ca: proxy.certificate } }, openai);

  test("hears a clip in items that end at its pauses, as the file endpoint hears it", async () => {
    const client = connect();
    const heard = listen(client);
    await once(client.socket, "open");
    client.send({
      type: "session.update",
      session: {
        type: "transcription",
        audio: {
          input: {
            format: { type: "audio/pcm", rate: SAMPLE_RATE },
            transcription: { model: "whisper-1", language: "tr" },
            turn_detection: { type: "server_vad", silence_duration_ms: 800 },
          },
        },
      },
    });
    expect(await heard.event("session.updated")).toMatchObject({
      event_id: expect.stringMatching(/^event_/),
      session: { type: "transcription", audio: { input: { transcription: { language: "tr" } } } },
    });
    for (const audio of frames(Buffer.concat([pcm, PAUSE]))) {
      client.send({ type: "input_audio_buffer.append", audio });
    }
    const transcript = () =>
      heard.events
        .filter(({ type }) => type === "conversation.item.input_audio_transcription.completed")
        .map((event) => event["transcript"])
        .join(" ");
    await expect.poll(transcript, { timeout: 60_000 }).toBe(text);
    client.close();
    const types = heard.events.map(({ type }) => type);
    expect(types[0]).toBe("session.created");
    const order = [
      "input_audio_buffer.speech_started",
      "conversation.item.input_audio_transcription.delta",
      "input_audio_buffer.speech_stopped",
      "input_audio_buffer.committed",
      "conversation.item.added",
      "conversation.item.done",
      "conversation.item.input_audio_transcription.completed",
    ];
    const places = order.map((type) => types.indexOf(type));
    expect(places).toEqual(places.toSorted((one, other) => one - other));
    expect(places).not.toContain(-1);
    const items = new Set(heard.events.map((event) => event["item_id"]).filter(Boolean));
    for (const id of items) {
      const deltas = heard.events.filter(
        (event) => event.type.endsWith(".delta") && event["item_id"] === id,
      );
      expect(deltas.length).toBeGreaterThan(0);
    }
  });

  test("commits by hand, and is told what is wrong with an event without an end", async () => {
    const client = connect();
    const heard = listen(client);
    await once(client.socket, "open");
    client.send({
      type: "session.update",
      session: { type: "transcription", audio: { input: { turn_detection: null } } },
    });
    client.send({ type: "input_audio_buffer.commit", event_id: "mine" });
    expect(await heard.event("error")).toMatchObject({
      error: {
        type: "invalid_request_error",
        code: "input_audio_buffer_commit_empty",
        event_id: "mine",
        request_id: expect.stringMatching(/^req_/),
      },
    });
    for (const audio of frames(pcm)) client.send({ type: "input_audio_buffer.append", audio });
    client.send({ type: "input_audio_buffer.clear" });
    await heard.event("input_audio_buffer.cleared");
    for (const audio of frames(pcm)) client.send({ type: "input_audio_buffer.append", audio });
    client.send({ type: "input_audio_buffer.commit" });
    const completed = await heard.event("conversation.item.input_audio_transcription.completed");
    expect(completed).toMatchObject({
      transcript: text,
      usage: { type: "duration", seconds: expect.closeTo(pcm.length / 48_000, 2) },
    });
    expect(heard.events.map(({ type }) => type)).not.toContain("input_audio_buffer.speech_started");
    client.close();
  });

  test("of the dialect before hears its events", async () => {
    const options = { ca: proxy.certificate };
    const client = new FormerRealtime({ model: "whisper-1", options }, openai);
    const heard = listen(client);
    expect(await heard.event("transcription_session.created")).toMatchObject({
      session: { input_audio_format: "pcm16", turn_detection: { type: "server_vad" } },
    });
    client.send({
      type: "transcription_session.update",
      session: { input_audio_format: "g711_ulaw" },
    });
    expect(await heard.event("transcription_session.updated")).toMatchObject({
      session: { input_audio_format: "g711_ulaw" },
    });
    client.close();
  });

  test("learns that its key is wrong", async () => {
    const stranger = new OpenAI({ apiKey: "sk_wrong", baseURL: openai.baseURL });
    const options = { ca: proxy.certificate };
    const client = new OpenAIRealtimeWS({ intent: "transcription", options }, stranger);
    const heard = listen(client);
    const closed = once(client.socket, "close");
    expect(await heard.event("error")).toMatchObject({ error: { code: "invalid_api_key" } });
    expect((await closed)[0]).toBe(4401);
  });
});

describe("WS /v1/realtime", () => {
  const query = { intent: "transcription" };

  test("takes the key as a browser sends it", async () => {
    const subprotocols = ["realtime", `openai-insecure-api-key.${service.key}`];
    using client = await openStream(service.url, { path: PATH, query, subprotocols });
    await client.message("session.created");
    expect(client.socket.protocol).toBe("realtime");
  });

  test.each([
    [{ intent: "chat" }, "invalid_request", 4400],
    [{}, "invalid_request", 4400],
    [{ model: "gpt-realtime" }, "model_not_found", 4404],
  ])("refuses %j", async (wrong, code, closeCode) => {
    const credential = service.key;
    using client = await openStream(service.url, {
      path: PATH,
      credential,
      query: wrong as unknown as Readonly<Record<string, string>>,
    });
    expect(await client.message("error")).toMatchObject({ error: { code } });
    expect(await client.closed()).toBe(closeCode);
  });

  test("what is no event leaves the session as it is", async () => {
    const credential = service.key;
    using client = await openStream(service.url, { path: PATH, credential, query });
    await client.message("session.created");
    client.socket.send("hello");
    expect(await client.message("error")).toMatchObject({ error: { code: "invalid_json" } });
    client.socket.send(Buffer.alloc(4));
    client.say({ type: "response.create", event_id: "one" });
    client.say({ type: "input_audio_buffer.append", audio: "not base64!" });
    expect(await client.message("error", 2)).toMatchObject({
      error: { event_id: "one", param: "type" },
    });
    expect(await client.message("error", 3)).toMatchObject({ error: { param: "audio" } });
    client.say({ type: "input_audio_buffer.clear" });
    await client.message("input_audio_buffer.cleared");
  });

  test("shares the two places of a key with the live stream", async () => {
    const answer = await service.call("/v1/sessions", { method: "POST" });
    const { token: credential } = (await answer.json()) as { token: string };
    using stream = await openStream(service.url, { credential });
    await stream.message("session.started");
    using realtime = await openStream(service.url, { path: PATH, credential, query });
    await realtime.message("session.created");
    using third = await openStream(service.url, { path: PATH, credential, query });
    expect(await third.message("error")).toMatchObject({ error: { code: "rate_limit_exceeded" } });
    expect(await third.closed()).toBe(4429);
  });
});
