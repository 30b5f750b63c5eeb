import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parseWav } from "../../../probes/speech/wav.ts";
import { fixtureClip, transcriptionForm } from "../../support/service/speech-service.ts";
import { openStream, type StreamClient } from "../../support/service/stream-client.ts";
import {
  speechServiceInTurn,
  type SpeechServiceInTurn,
} from "../../support/service/speech-service-in-turn.ts";

let service: SpeechServiceInTurn;
let pcm: Buffer;
let wav: Buffer;
beforeAll(async () => {
  service = await speechServiceInTurn();
  ({ wav } = await fixtureClip());
  pcm = wav.subarray(wav.indexOf("data") + 8);
});
afterAll(() => service[Symbol.asyncDispose]());

const FRAME_BYTES = 3200;

function sendAudio(client: StreamClient, bytes: Buffer): void {
  for (let at = 0; at < bytes.length; at += FRAME_BYTES) {
    client.socket.send(bytes.subarray(at, at + FRAME_BYTES));
  }
}

function say(client: StreamClient, message: Readonly<Record<string, unknown>>): void {
  client.socket.send(JSON.stringify(message));
}

const open = (query: Readonly<Record<string, string>> = {}) =>
  openStream(service.url, { credential: service.key, query });

async function errorOf(client: StreamClient): Promise<readonly [unknown, number]> {
  const { error } = (await client.message("error")) as unknown as { error: { code: string } };
  return [error.code, await client.closed()];
}

describe("WS /v1/audio/stream", () => {
  test("hears what the file endpoint hears, in one final transcript", async () => {
    const file = await service.call("/v1/audio/transcriptions", {
      method: "POST",
      body: transcriptionForm(wav),
    });
    const { text } = (await file.json()) as { text: string };
    using client = await open({ words: "true" });
    sendAudio(client, pcm);
    say(client, { type: "end" });
    const final = await client.message("transcript.final");
    expect(await client.closed()).toBe(1000);
    expect(final).toMatchObject({ text, duration: parseWav(wav).samples.length / 16_000 });
    const types = client.messages.map(({ type }) => type);
    expect(types[0]).toBe("session.started");
    expect(types.filter((type) => type === "transcript.final")).toHaveLength(1);
    expect(types.at(-1)).toBe("transcript.final");
    expect(types).toContain("transcript.partial");
    const segments = client.messages.filter(({ type }) => type === "transcript.segment");
    expect(segments.map((segment) => segment["text"]).join(" ")).toBe(text);
    expect(segments[0]).toHaveProperty("words");
  });

  test("announces the session as it is", async () => {
    using client = await open({ sample_rate: "8000", encoding: "mulaw" });
    expect(await client.message("session.started")).toMatchObject({
      session_id: expect.stringMatching(/^sess_/),
      request_id: expect.stringMatching(/^req_/),
      model: "transcribe-1",
      sample_rate: 8000,
      partials: "steady",
    });
  });

  test("sends no partials when none are wanted", async () => {
    using client = await open({ interim_results: "false" });
    sendAudio(client, pcm);
    say(client, { type: "end" });
    await client.closed();
    expect(client.messages.map(({ type }) => type)).not.toContain("transcript.partial");
  });

  test("silence and nothing at all have a final transcript too", async () => {
    for (const audio of [Buffer.alloc(32_000), Buffer.alloc(0)]) {
      using client = await open();
      sendAudio(client, audio);
      say(client, { type: "end" });
      const duration = audio.length / 32_000;
      expect(await client.message("transcript.final")).toMatchObject({ text: "", duration });
      expect(await client.closed()).toBe(1000);
    }
  });

  test("finalize makes a segment now and the stream goes on", async () => {
    using client = await open();
    sendAudio(client, pcm.subarray(0, pcm.length / 2));
    say(client, { type: "finalize" });
    await client.message("transcript.segment");
    sendAudio(client, pcm.subarray(pcm.length / 2));
    say(client, { type: "end" });
    const final = await client.message("transcript.final");
    expect(final["duration"]).toBeCloseTo(pcm.length / 32_000, 3);
    expect(final["segments"]).toHaveLength(2);
  });

  test("a config before the audio counts, one after it is refused", async () => {
    using client = await open();
    say(client, { type: "config", interim_results: false });
    sendAudio(client, pcm);
    say(client, { type: "config", words: true });
    expect(await errorOf(client)).toEqual(["invalid_request", 4400]);
    expect(client.messages.map(({ type }) => type)).not.toContain("transcript.partial");
  });

  test("takes the key and the session token as subprotocols, the token in the address", async () => {
    using byKey = await openStream(service.url, { subprotocols: ["bearer", service.key] });
    await byKey.message("session.started");
    expect(byKey.socket.protocol).toBe("bearer");
    byKey.socket.close();
    const session = await service.call("/v1/sessions", { method: "POST" });
    const { token } = (await session.json()) as { token: string };
    using byToken = await openStream(service.url, { query: { token } });
    await byToken.message("session.started");
  });

  test.each([
    ["no credential", {}, "missing_api_key", 4401],
    ["a wrong key", { credential: "sk_wrong" }, "invalid_api_key", 4401],
    ["a wrong token", { query: { token: "st_wrong" } }, "invalid_token", 4401],
  ])("refuses %s after the handshake", async (_title, options, code, closeCode) => {
    using client = await openStream(service.url, options);
    expect(await errorOf(client)).toEqual([code, closeCode]);
  });

  test("never takes an API key from the address", async () => {
    using client = await openStream(service.url, { query: { token: service.key } });
    expect(await errorOf(client)).toEqual(["missing_api_key", 4401]);
  });

  test.each([
    [{ model: "other" }, "model_not_found", 4404],
    [{ encoding: "opus" }, "invalid_request", 4400],
    [{ sample_rate: "1" }, "invalid_request", 4400],
  ])("refuses %j", async (query, code, closeCode) => {
    using client = await open(query as unknown as Readonly<Record<string, string>>);
    expect(await errorOf(client)).toEqual([code, closeCode]);
  });

  test("refuses a text frame that is no message", async () => {
    using client = await open();
    await client.message("session.started");
    client.socket.send("hello");
    expect(await errorOf(client)).toEqual(["invalid_json", 4400]);
  });

  test("closes on a frame over 1 MiB", async () => {
    using client = await open();
    await client.message("session.started");
    client.socket.send(Buffer.alloc(1024 * 1024 + 1));
    expect(await errorOf(client)).toEqual(["invalid_request", 1009]);
  });

  test("a key has two streams at the same time", async () => {
    const own = await service.call("/v1/sessions", { method: "POST" });
    const { token: credential } = (await own.json()) as { token: string };
    using first = await openStream(service.url, { credential });
    using second = await openStream(service.url, { credential });
    await first.message("session.started");
    await second.message("session.started");
    using third = await openStream(service.url, { credential });
    expect(await errorOf(third)).toEqual(["rate_limit_exceeded", 4429]);
    first.socket.terminate();
    await expect
      .poll(async () => {
        using again = await openStream(service.url, { credential });
        return again.message("session.started").then(
          () => true,
          () => false,
        );
      })
      .toBe(true);
  });

  test("a client that leaves frees its place at the model", async () => {
    const model = service.engine.defaultOf("transcription");
    await expect.poll(() => model?.queue.running).toBe(0);
    const client = await open();
    await client.message("session.started");
    sendAudio(client, pcm);
    expect(model?.queue.running).toBe(1);
    client.socket.terminate();
    await expect.poll(() => model?.queue.running, { timeout: 4000 }).toBe(0);
  });

  test("an address without an upgrade says what it takes", async () => {
    const answer = await service.call("/v1/audio/stream");
    expect(answer.status).toBe(400);
  });
});
