import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { casesOf, longTest, shortTest } from "../../support/lengths.ts";
import { request } from "undici";
import { textDistance } from "#word-errors/text-distance.ts";
import { parseWav } from "../../../probes/speech/wav.ts";
import { speechRequest, transcriptionForm } from "../../support/service/speech-service.ts";
import {
  speechServiceInTurn,
  type SpeechServiceInTurn,
} from "../../support/service/speech-service-in-turn.ts";

/** Beside trainings and other tests models take minutes to load. */
const STARTING_MS = 360_000;

let service: SpeechServiceInTurn;
beforeAll(async () => {
  service = await speechServiceInTurn();
}, STARTING_MS);
afterAll(() => service[Symbol.asyncDispose]());

/** The data of each event of a stream. */
function eventsOf(stream: string): readonly Readonly<Record<string, unknown>>[] {
  return stream
    .split("\n\n")
    .filter((event) => event !== "")
    .map((event) => {
      const [type, data] = event.split("\n");
      const parsed = JSON.parse(data?.replace(/^data: /, "") ?? "") as Record<string, unknown>;
      expect(type).toBe(`event: ${String(parsed["type"])}`);
      return parsed;
    });
}

const speak = (fields: Readonly<Record<string, unknown>>) =>
  service.call("/v1/audio/speech", speechRequest(fields));

const input = "Bugün hava çok güzel, değil mi? Evet, öyle.";

function voiceOf(model: string): string {
  const [voice] = service.engine.models.find(({ id }) => id === model)?.voices ?? [];
  if (voice === undefined) throw new Error(`${model} has no voice`);
  return voice.name;
}

describe("POST /v1/audio/speech", () => {
  shortTest.each([
    ["synth-v1", 24_000],
    ["synth-v2", 48_000],
  ])("%s answers with audio at %i Hz", async (model, sampleRate) => {
    const answer = await speak({ model, input, voice: voiceOf(model), response_format: "wav" });
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe("audio/wav");
    expect(answer.headers.get("x-sample-rate")).toBe(String(sampleRate));
    expect(answer.headers.get("x-audio-channels")).toBe("1");
    const { samples, sampleRateHz } = parseWav(Buffer.from(await answer.arrayBuffer()));
    expect(sampleRateHz).toBe(sampleRate);
    const seconds = samples.length / sampleRate;
    expect(seconds).toBeGreaterThan(2);
    expect(seconds).toBeLessThan(8);
    expect(samples.some((sample) => Math.abs(sample) > 0.1)).toBe(true);
  });

  shortTest(
    "HTML and SSML tags are taken out, not read aloud, and the answer says so with a header",
    async () => {
      const voice = voiceOf("synth-v2");
      const bytes = async (text: string) => {
        const answer = await speak({ input: text, voice, response_format: "pcm" });
        expect(answer.status).toBe(200);
        const said = answer.headers.get("x-removed-markup");
        return { said, length: (await answer.arrayBuffer()).byteLength };
      };
      const plain = await bytes("Merhaba dünya ve deniz.");
      const marked = await bytes(
        '<speak>Merhaba <b>dünya</b><break time="1s"/> &#118;e <i>deniz</i>.</speak>',
      );
      expect(plain.said).toBeNull();
      expect(marked).toEqual({ said: "true", length: plain.length });
      expect(await bytes("a < b ve b > c")).toMatchObject({ said: null });
    },
  );

  shortTest("counts the characters that remain without markup", async () => {
    const answer = await speak({
      input: "<speak>Merhaba &amp; selam</speak>",
      voice: voiceOf("synth-v2"),
      stream_format: "sse",
    });
    const done = eventsOf(await answer.text()).at(-1);
    expect(done).toMatchObject({ usage: { characters: "Merhaba & selam".length } });
  });

  shortTest("a text that is only markup is an error that says so", async () => {
    const answer = await speak({ input: "<speak><break/></speak>", voice: voiceOf("synth-v2") });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({
      error: { param: "input", message: expect.stringContaining("only markup") },
    });
  });

  shortTest("synth-v2 is the default, pcm has no header, a slower pace takes longer", async () => {
    const voice = voiceOf("synth-v2");
    const lengths: number[] = [];
    for (const speed of [1, 0.5]) {
      const answer = await speak({ input, voice: { id: voice }, response_format: "pcm", speed });
      expect(answer.headers.get("content-type")).toBe("audio/pcm; rate=24000; channels=1");
      lengths.push((await answer.arrayBuffer()).byteLength);
    }
    expect(lengths[1]).toBeGreaterThan((lengths[0] ?? 0) * 1.6);
  });

  shortTest("sends the first sentence before the last is made", async () => {
    const long = Array.from({ length: 100 }, () => input).join(" ");
    const model = service.engine.models.find(({ id }) => id === "synth-v2");
    const fields = { input: long, voice: voiceOf("synth-v2"), response_format: "pcm" };
    const answer = await speak(fields);
    const reader = answer.body?.getReader();
    const first = await reader?.read();
    expect(first?.value?.length).toBeGreaterThan(0);
    // 400 s of samples fit no buffer on the way: as long as nobody reads on, they are not all made.
    expect(model?.queue.running).toBe(1);
    await reader?.cancel();
    await expect.poll(() => model?.queue.running, { timeout: 4000 }).toBe(0);
  });

  longTest(
    "an answer that nobody reads leaves its place at the model once it is made",
    async () => {
      const model = service.engine.models.find(({ id }) => id === "synth-v2");
      const minute = Array.from({ length: 16 }, () => input).join(" ");
      const fields = { input: minute, voice: voiceOf("synth-v2"), response_format: "pcm" };
      const { headers, body } = speechRequest(fields);
      const answer = await request(`${service.url}/v1/audio/speech`, {
        method: "POST",
        headers: { ...(headers as Record<string, string>), authorization: `Bearer ${service.key}` },
        body: body as string,
      });
      expect(model?.queue.running).toBe(1);
      // Long before a reader that stalls is cut off, after 60 s.
      await expect.poll(() => model?.queue.running, { timeout: 30_000 }).toBe(0);
      answer.body.on("error", () => undefined).destroy();
    },
  );

  shortTest("a client that leaves frees its place at the model", async () => {
    const long = Array.from({ length: 100 }, () => input).join(" ");
    const model = service.engine.models.find(({ id }) => id === "synth-v2");
    const { headers, body } = speechRequest({ input: long, voice: voiceOf("synth-v2") });
    const answer = await request(`${service.url}/v1/audio/speech`, {
      method: "POST",
      headers: { ...(headers as Record<string, string>), authorization: `Bearer ${service.key}` },
      body: body as string,
    });
    expect(answer.statusCode).toBe(200);
    expect(model?.queue.running).toBe(1);
    answer.body.on("error", () => undefined).destroy();
    await expect.poll(() => model?.queue.running, { timeout: 4000 }).toBe(0);
  });

  const formats: readonly [string, number][] = [
    ["mp3", 8000],
    ["opus", 16_000],
    ["aac", 22_050],
    ["flac", 44_100],
    ["wav", 24_000],
  ];
  test.each(casesOf(formats.slice(1, 2), [...formats.slice(0, 1), ...formats.slice(2)]))(
    "answers in %s at %i Hz",
    async (response_format, sample_rate) => {
      const voice = voiceOf("synth-v1");
      const answer = await speak({ input, model: "synth-v1", voice, response_format, sample_rate });
      expect(answer.status).toBe(200);
      expect(answer.headers.get("x-sample-rate")).toBe(String(sample_rate));
      const bytes = Buffer.from(await answer.arrayBuffer());
      const heard = await service.call("/v1/audio/transcriptions", {
        method: "POST",
        body: transcriptionForm(bytes),
      });
      const { text } = (await heard.json()) as { text: string };
      expect(textDistance(input, text).characterErrorRatio).toBeLessThan(0.15);
    },
  );

  shortTest(
    "server-sent events hold the same audio, and say at the end what was used",
    async () => {
      const format = { response_format: "pcm", sample_rate: 48_000 };
      const fields = { input, voice: voiceOf("synth-v2"), ...format };
      const audio = Buffer.from(await (await speak(fields)).arrayBuffer());
      const answer = await speak({ ...fields, stream_format: "sse" });
      expect(answer.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
      const events = eventsOf(await answer.text());
      const deltas = events.slice(0, -1);
      expect(deltas.length).toBeGreaterThan(4);
      expect(new Set(deltas.map(({ type }) => type))).toEqual(new Set(["speech.audio.delta"]));
      const parts = deltas.map(({ audio: part }) => Buffer.from(String(part), "base64"));
      expect(Buffer.concat(parts).equals(audio)).toBe(true);
      expect(events.at(-1)).toEqual({
        type: "speech.audio.done",
        usage: {
          type: "characters",
          characters: 43,
          seconds: audio.length / 96_000,
          input_tokens: 43,
          output_tokens: 0,
          total_tokens: 43,
        },
      });
    },
  );

  shortTest.each([
    [{ input: "a" }, 400, "invalid_request", "voice"],
    [{ input: "a", voice: "nobody" }, 400, "unknown_voice", "voice"],
    [{ input: "a", voice: "voice_1" }, 404, "unknown_voice", "voice"],
    [{ input: "a", voice: "ayla", model: "synth-v9" }, 400, "unknown_model", "model"],
    [{ input: "a".repeat(5001), voice: "ayla" }, 400, "input_too_long", "input"],
    [{ input: "!!!", voice: "ayla" }, 400, "invalid_request", "input"],
    [{ input: "a", voice: "ayla", stream_format: "x" }, 400, "invalid_request", "stream_format"],
    [{ input: "a", voice: "ayla", sample_rate: 11_025 }, 400, "invalid_request", "sample_rate"],
    [{ input: "a", voice: "ayla", speed: 0.2 }, 400, "invalid_request", "speed"],
    [{ input: "a", voice: "ayla", seed: -1 }, 400, "invalid_request", "seed"],
    [{ input: "a", voice_description: 5 }, 400, "invalid_voice_description", "voice_description"],
    [
      { input: "a", voice_description: "b", instructions: "c" },
      400,
      "conflicting_fields",
      "voice_description",
    ],
    [
      { input: "a", voice: "ayla", instructions: "a".repeat(201) },
      400,
      "invalid_instructions",
      "instructions",
    ],
    [{ input: `(${"a".repeat(201)}) a`, voice: "ayla" }, 400, "invalid_instructions", "input"],
    [
      { input: "a", voice: "ayla", model: "synth-v1", voice_description: "b" },
      400,
      "unsupported_field",
      "voice_description",
    ],
    [{ input: "a", voice: "voice_1", model: "synth-v1" }, 400, "unsupported_field", "voice"],
    [
      { input: "a", voice: "ayla", model: "synth-v1", instructions: "b" },
      400,
      "unsupported_field",
      "instructions",
    ],
    [
      { input: "(a) b", voice: "ayla", instructions: "c" },
      400,
      "conflicting_fields",
      "instructions",
    ],
    [
      { input: "a", voice: "ayla", response_format: "ogg" },
      400,
      "invalid_request",
      "response_format",
    ],
  ])("refuses %j", async (fields, status, code, param) => {
    const answer = await speak(fields);
    expect(answer.status).toBe(status);
    expect(await answer.json()).toMatchObject({ error: { code, param } });
  });

  shortTest("refuses what is no JSON", async () => {
    const json = { "content-type": "application/json" };
    const answers = [
      [{ headers: json, body: "{" }, "invalid_json"],
      [{ headers: json, body: "" }, "invalid_json"],
      [{ headers: { "content-type": "text/plain" }, body: "a" }, "invalid_request"],
      [{ headers: json, body: JSON.stringify("a".repeat(1024 * 1024)) }, "invalid_request"],
    ] as const;
    for (const [init, code] of answers) {
      const answer = await service.call("/v1/audio/speech", { method: "POST", ...init });
      expect(answer.status).toBe(400);
      expect(await answer.json()).toMatchObject({ error: { code } });
    }
  });

  shortTest("a key has eight at the same time", async () => {
    const long = Array.from({ length: 100 }, () => input).join(" ");
    const fields = { input: long, voice: voiceOf("synth-v1"), model: "synth-v1" };
    const leaving = new AbortController();
    const body = JSON.stringify(fields);
    const headers = {
      "content-type": "application/json",
      authorization: `Bearer ${service.key}`,
    };
    const answers = await Promise.all(
      Array.from({ length: 10 }, () =>
        request(`${service.url}/v1/audio/speech`, {
          method: "POST",
          headers,
          body,
          signal: leaving.signal,
        }),
      ),
    );
    for (const answer of answers) answer.body.on("error", () => undefined);
    const refused = answers.filter(({ statusCode }) => statusCode === 429);
    expect(refused).toHaveLength(2);
    for (const answer of refused) {
      expect(answer.headers).toMatchObject({ "retry-after": "1", "x-should-retry": "true" });
      expect(await answer.body.json()).toMatchObject({ error: { code: "rate_limit_exceeded" } });
    }
    leaving.abort();
  });
});
