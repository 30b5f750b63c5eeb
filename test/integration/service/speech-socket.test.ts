import { longTest, shortTest as test } from "../../support/lengths.ts";
import { afterAll, beforeAll, describe, expect } from "vitest";
import { eventually } from "../../support/eventually.ts";
import { speechRequest } from "../../support/service/speech-service.ts";
import { openStream, type StreamClient } from "../../support/service/stream-client.ts";
import {
  speechServiceInTurn,
  type SpeechServiceInTurn,
} from "../../support/service/speech-service-in-turn.ts";

const PATH = "/v1/audio/speech/stream";
const PCM_BYTES_PER_SECOND = 48_000 * 2;
/** In this time given up work has ended, on a busy machine too; to its own end it would take longer. */
const FREE_MS = 4_000;

let service: SpeechServiceInTurn;
let voice: string;
beforeAll(async () => {
  service = await speechServiceInTurn();
  voice = service.engine.defaultOf("synthesis")?.voices[0]?.name ?? "";
});
afterAll(() => service[Symbol.asyncDispose]());

async function open(
  config: Readonly<Record<string, unknown>> | undefined = { voice },
): Promise<StreamClient> {
  const client = await openStream(service.url, { path: PATH, credential: service.key });
  if (config !== undefined) client.say({ type: "config", ...config });
  return client;
}

async function errorOf(client: StreamClient): Promise<readonly [unknown, unknown, number]> {
  const { error } = (await client.message("error")) as unknown as {
    error: { code: string; param: string | null };
  };
  return [error.code, error.param, await client.closed()];
}

const bytesOf = ({ audio }: StreamClient) => audio.reduce((sum, { length }) => sum + length, 0);
const synthesis = () => service.engine.defaultOf("synthesis");

describe("WS /v1/audio/speech/stream", () => {
  test("speaks text that comes in bits as the same text is spoken at once", async () => {
    const text = "Merhaba dünya. Bugün hava çok güzel.";
    const whole = await service.call(
      "/v1/audio/speech",
      speechRequest({ input: text, voice, response_format: "pcm", sample_rate: 48_000 }),
    );
    const { byteLength } = await whole.arrayBuffer();
    using client = await open();
    for (const bit of text.match(/.{1,5}/gsu) ?? []) client.say({ type: "text.append", text: bit });
    client.say({ type: "text.flush" });
    const flushed = await client.message("audio.flushed");
    expect(flushed).toEqual({
      type: "audio.flushed",
      characters: text.length,
      seconds: expect.closeTo(byteLength / PCM_BYTES_PER_SECOND, 1),
    });
    expect(bytesOf(client)).toBe(Math.round(Number(flushed["seconds"]) * 48_000) * 2);
    client.say({ type: "end" });
    const done = await client.message("audio.done");
    expect(done).toEqual({ ...flushed, type: "audio.done" });
    expect(await client.closed()).toBe(1000);
  });

  test("takes markup out of what it speaks, and says so with a field of its message", async () => {
    using client = await open();
    client.say({ type: "text.append", text: "<speak>Merhaba <b>dünya</b>." });
    client.say({ type: "text.flush" });
    const marked = await client.message("audio.flushed");
    expect(marked).toMatchObject({ characters: 14, removed_markup: true });
    client.say({ type: "text.append", text: "Merhaba dünya." });
    client.say({ type: "text.flush" });
    const plain = await client.message("audio.flushed", 1);
    expect(plain).toEqual({ type: "audio.flushed", characters: 14, seconds: marked["seconds"] });
    client.say({ type: "end" });
    expect(await client.message("audio.done")).toMatchObject({ removed_markup: true });
  });

  test("announces the session, and the audio that a config asks for", async () => {
    using client = await open({ voice, response_format: "wav", sample_rate: 16_000 });
    expect(await client.message("session.started")).toEqual({
      type: "session.started",
      session_id: expect.stringMatching(/^sess_/),
      request_id: expect.stringMatching(/^req_/),
    });
    expect(await client.message("session.updated")).toEqual({
      type: "session.updated",
      model: "synth-v2",
      response_format: "wav",
      sample_rate: 16_000,
    });
  });

  test("speaks a sentence before the next one is there", async () => {
    using client = await open();
    client.say({ type: "text.append", text: "İlk cümle bu. İkin" });
    await client.hasAudio();
    client.say({ type: "text.append", text: "ci cümle bu" });
    client.say({ type: "end" });
    expect(await client.message("audio.done")).toMatchObject({ characters: 29 });
  });

  test("speaks a sentence without a space behind it once nothing follows", async () => {
    using client = await open();
    client.say({ type: "text.append", text: "Tek cümle bu." });
    await client.hasAudio();
    expect(client.audio[0]?.length).toBeGreaterThan(0);
  });

  test("every flush ends a file of its own", async () => {
    using client = await open({ voice, response_format: "wav", sample_rate: 8000 });
    for (const text of ["Bir.", "İki."]) {
      client.say({ type: "text.append", text });
      client.say({ type: "text.flush" });
    }
    await client.message("audio.flushed", 1);
    const heads = client.audio.filter((frame) => frame.subarray(0, 4).toString() === "RIFF");
    expect(heads).toHaveLength(2);
  });

  test("a config holds for what follows the flush before it", async () => {
    using client = await open({ voice, sample_rate: 48_000, instructions: "fısıltıyla" });
    client.say({ type: "text.append", text: "Merhaba dünya." });
    client.say({ type: "text.flush" });
    await client.message("audio.flushed");
    const before = bytesOf(client);
    client.say({ type: "config", sample_rate: 8000 });
    client.say({ type: "text.append", text: "Merhaba dünya." });
    client.say({ type: "text.flush" });
    await client.message("audio.flushed", 1);
    expect((bytesOf(client) - before) * 6).toBeCloseTo(before, -3);
    client.say({ type: "text.append", text: "Merhaba" });
    client.say({ type: "config", sample_rate: 16_000 });
    expect(await errorOf(client)).toEqual(["invalid_request", null, 4400]);
  });

  test("what cannot be spoken is passed over", async () => {
    using client = await open();
    client.say({ type: "text.append", text: "***\n\n--- " });
    client.say({ type: "text.flush" });
    expect(await client.message("audio.flushed")).toMatchObject({ characters: 0, seconds: 0 });
    expect(client.audio).toEqual([]);
    client.say({ type: "text.append", text: "Merhaba." });
    client.say({ type: "end" });
    expect(await client.message("audio.done")).toMatchObject({ characters: 8 });
  });

  test("a clear breaks off what is spoken, and the socket goes on", async () => {
    using client = await open();
    client.say({ type: "text.append", text: "Bu uzun bir cümledir ve sürer. ".repeat(150) });
    await client.hasAudio();
    client.say({ type: "text.clear" });
    const cut = await client.message("audio.flushed");
    expect(cut["characters"]).toBeLessThan(31 * 150);
    await eventually("its work has ended", () => synthesis()?.queue.running === 0, FREE_MS);
    client.say({ type: "text.append", text: "Merhaba." });
    client.say({ type: "text.flush" });
    await client.message("audio.flushed", 1);
  });

  test("speaks with the pronunciations, the designed voice and the direction of a request", async () => {
    const seconds = async (config: Readonly<Record<string, unknown>>, text: string) => {
      using client = await open(config);
      client.say({ type: "text.append", text });
      client.say({ type: "end" });
      return Number((await client.message("audio.done"))["seconds"]);
    };
    const plain = await seconds({ voice }, "ABC geldi.");
    const pronunciations = [{ word: "ABC", alias: "Anadolu Bilim Cemiyeti" }];
    expect(await seconds({ voice, pronunciations }, "ABC geldi.")).toBeGreaterThan(plain + 0.3);
    expect(await seconds({ voice }, "(çok yavaş konuş) ABC geldi.")).toBeGreaterThan(plain);
    expect(
      await seconds({ voice_description: "genç bir kadın" }, "Merhaba dünya."),
    ).toBeGreaterThan(0);
  });

  test.each([
    ["an unknown voice", { voice: "nobody" }, "unknown_voice", "voice", 4400],
    ["an unknown model", { voice: "ayla", model: "x" }, "unknown_model", "model", 4400],
    [
      "a wrong format",
      { voice: "ayla", response_format: "x" },
      "invalid_request",
      "response_format",
      4400,
    ],
    [
      "a recording",
      { reference_audio: "AAAA", consent: true },
      "invalid_request",
      "reference_audio",
      4400,
    ],
    ["no voice", {}, "invalid_request", "voice", 4400],
  ])("refuses a config with %s", async (_title, config, code, param, closeCode) => {
    using client = await open(config);
    expect(await errorOf(client)).toEqual([code, param, closeCode]);
  });

  test("a saved voice that does not exist is not found, and not confirmed", async () => {
    using client = await open({ voice: "voice_missing" });
    expect(await errorOf(client)).toEqual(["unknown_voice", "voice", 4404]);
    expect(client.messages.map(({ type }) => type)).not.toContain("session.updated");
  });

  longTest(
    "speaks more than one request may have, sentence by sentence, without a flush",
    async () => {
      using client = await open();
      // What cannot be spoken costs no time.
      const bits = Array.from({ length: 3 }, () => `Evet. ${"*** \n\n".repeat(300)}`);
      for (const text of bits) client.say({ type: "text.append", text });
      client.say({ type: "end" });
      const { length } = bits.join("");
      expect(length).toBeGreaterThan(5000);
      expect(await client.message("audio.done")).toMatchObject({ characters: length });
    },
  );

  test("a config is confirmed when what came before it is spoken", async () => {
    using client = await open({ voice, sample_rate: 48_000 });
    client.say({ type: "text.append", text: "Merhaba dünya." });
    client.say({ type: "text.flush" });
    client.say({ type: "config", sample_rate: 8000 });
    await client.message("session.updated", 1);
    const types = client.messages.map(({ type }) => type);
    const order = ["session.started", "session.updated", "audio.flushed", "session.updated"];
    expect(types).toEqual(order);
  });

  longTest("clears beyond number are each told of", async () => {
    using client = await open();
    for (let turn = 0; turn < 1000; turn += 1) client.say({ type: "text.clear" });
    client.say({ type: "end" });
    await client.message("audio.done");
    expect(client.messages.filter(({ type }) => type === "audio.flushed")).toHaveLength(1000);
  });

  test.each([
    ["text before a config", '{"type":"text.append","text":"Merhaba"}', "invalid_request"],
    ["a text that is none", '{"type":"text.append","text":5}', "invalid_request"],
    ["a message of no known type", '{"type":"speak"}', "invalid_request"],
    ["what is no JSON", "Merhaba", "invalid_json"],
  ])("refuses %s", async (_title, frame, code) => {
    using client = await openStream(service.url, { path: PATH, credential: service.key });
    client.socket.send(frame);
    expect((await errorOf(client))[0]).toBe(code);
  });

  test("refuses audio, and who has no key", async () => {
    using client = await open();
    client.socket.send(Buffer.alloc(10));
    expect(await errorOf(client)).toEqual(["invalid_request", null, 4400]);
    using stranger = await openStream(service.url, { path: PATH });
    expect(await errorOf(stranger)).toEqual(["missing_api_key", null, 4401]);
  });

  test("a key has four sockets at the same time", async () => {
    const answer = await service.call("/v1/sessions", { method: "POST" });
    const { token: credential } = (await answer.json()) as { token: string };
    const another = () => openStream(service.url, { path: PATH, credential });
    const clients = [await another(), await another(), await another(), await another()];
    for (const client of clients) await client.message("session.started");
    using fifth = await another();
    expect(await errorOf(fifth)).toEqual(["rate_limit_exceeded", null, 4429]);
    for (const client of clients) client.socket.terminate();
  });

  test("a client that leaves frees its place at the model", async () => {
    const client = await open();
    client.say({ type: "text.append", text: "Bu uzun bir cümledir ve sürer. ".repeat(150) });
    await client.hasAudio();
    expect(synthesis()?.queue.running).toBe(1);
    client.socket.terminate();
    await eventually("its work has ended", () => synthesis()?.queue.running === 0, FREE_MS);
  });
});
