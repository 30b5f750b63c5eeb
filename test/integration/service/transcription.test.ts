import { once } from "node:events";
import { request as httpRequest, type IncomingMessage } from "node:http";
import { Readable } from "node:stream";
import { request } from "undici";
import { afterAll, beforeAll, describe, expect } from "vitest";
import { longDescribe, longTest, shortDescribe, shortTest as test } from "../../support/lengths.ts";
import { Resampler } from "#service/engine/audio/resampler.ts";
import { toS16le, wavHeader } from "#service/engine/audio/wav-writer.ts";
import { parseWav } from "../../../probes/speech/wav.ts";
import { textDistance } from "#word-errors/text-distance.ts";
import {
  fixtureClip,
  speechRequest,
  transcriptionForm,
} from "../../support/service/speech-service.ts";
import {
  speechServiceInTurn,
  type SpeechServiceInTurn,
} from "../../support/service/speech-service-in-turn.ts";

let service: SpeechServiceInTurn;
let clip: Awaited<ReturnType<typeof fixtureClip>>;
beforeAll(async () => {
  service = await speechServiceInTurn();
  clip = await fixtureClip();
});
afterAll(() => service[Symbol.asyncDispose]());

const transcribe = (file: Uint8Array | undefined, fields?: Readonly<Record<string, string>>) =>
  service.call("/v1/audio/transcriptions", {
    method: "POST",
    body: transcriptionForm(file, fields),
  });

async function textOf(file: Uint8Array): Promise<string> {
  const answer = await transcribe(file);
  expect(answer.status).toBe(200);
  return ((await answer.json()) as { text: string }).text;
}

function wav(samples: Float32Array, sampleRate: number): Uint8Array {
  return Buffer.concat([wavHeader(sampleRate, samples.length), toS16le(samples)]);
}

describe("POST /v1/audio/transcriptions", () => {
  test("hears the fixture clip with at most 10 % of its words wrong", async () => {
    expect(textDistance(clip.text, await textOf(clip.wav)).wordErrorRatio).toBeLessThanOrEqual(0.1);
  });

  test.each([8000, 22_050, 48_000])("hears the clip at %i Hz", async (sampleRate) => {
    const { samples, sampleRateHz } = parseWav(clip.wav);
    const resampler = new Resampler(sampleRateHz, sampleRate);
    const resampled = Float32Array.from([...resampler.push(samples), ...resampler.end()]);
    const heard = await textOf(wav(resampled, sampleRate));
    expect(textDistance(clip.text, heard).characterErrorRatio).toBeLessThanOrEqual(0.1);
  });

  test("answers in every format", async () => {
    const formats = {
      json: /^application\/json/,
      text: /^text\/plain/,
      verbose_json: /^application\/json/,
      srt: /^application\/x-subrip/,
      vtt: /^text\/vtt/,
    };
    for (const [format, type] of Object.entries(formats)) {
      const answer = await transcribe(clip.wav, { model: "whisper-1", response_format: format });
      expect(answer.status).toBe(200);
      expect(answer.headers.get("content-type")).toMatch(type);
      expect(await answer.text()).toContain("Merhaba");
    }
  });

  test("gives words and segments that lie within the audio", async () => {
    const answer = await transcribe(clip.wav, {
      model: "transcribe-1",
      response_format: "verbose_json",
      "timestamp_granularities[]": "word",
    });
    const transcript = (await answer.json()) as {
      duration: number;
      text: string;
      words: { word: string; start: number; end: number }[];
      segments: { text: string }[];
    };
    expect(transcript.duration).toBeCloseTo(parseWav(clip.wav).samples.length / 16_000, 2);
    const words = transcript.words.map(({ word }) => word).join(" ");
    expect(words).toBe(transcript.text.replace(/[.?](?= |$)/g, ""));
    expect(transcript.segments.map(({ text }) => text).join(" ")).toBe(transcript.text);
    const times = transcript.words.flatMap(({ start, end }) => [start, end]);
    expect(times).toEqual([...times].sort((one, other) => one - other));
    expect(times.at(-1)).toBeLessThanOrEqual(transcript.duration + 0.1);
  });

  test("finds nothing in silence", async () => {
    const answer = await transcribe(wav(new Float32Array(32_000), 16_000));
    expect(await answer.json()).toEqual({ text: "", usage: { type: "duration", seconds: 2 } });
  });

  test.each([
    ["no file", undefined, { model: "transcribe-1" }, 400, "missing_file", "file"],
    ["no model", "clip", {}, 400, "invalid_request", "model"],
    ["another model", "clip", { model: "large" }, 404, "model_not_found", "model"],
    ["no bytes", "", { model: "transcribe-1" }, 400, "empty_audio", "file"],
    [
      "text",
      "this is no audio at all",
      { model: "transcribe-1" },
      400,
      "undecodable_audio",
      "file",
    ],
    [
      "a format that is none",
      "clip",
      { model: "transcribe-1", response_format: "xml" },
      400,
      "bad_response_format",
      "response_format",
    ],
    [
      "too warm",
      "clip",
      { model: "transcribe-1", temperature: "2" },
      400,
      "bad_temperature",
      "temperature",
    ],
  ])("refuses %s", async (_title, content, fields, status, code, param) => {
    const file =
      content === "clip" ? clip.wav : content === undefined ? undefined : Buffer.from(content);
    const answer = await transcribe(file, fields);
    expect(answer.status).toBe(status);
    expect(answer.headers.get("x-request-id")).toMatch(/^req_/);
    expect(await answer.json()).toMatchObject({ error: { code, param } });
  });

  test("refuses what is no form, and a form that breaks off", async () => {
    const bare = await service.call("/v1/audio/transcriptions", { method: "POST" });
    expect(await bare.json()).toMatchObject({ error: { code: "missing_file" } });
    const broken = await service.call("/v1/audio/transcriptions", {
      method: "POST",
      headers: { "content-type": "multipart/form-data; boundary=x" },
      body: '--x\r\nContent-Disposition: form-data; name="model"\r\n\r\ntr',
    });
    expect(broken.status).toBe(400);
    expect(await broken.json()).toMatchObject({ error: { code: "invalid_request" } });
  });

  longTest("refuses more than 100 MB while it arrives", async () => {
    const header = wavHeader(16_000);
    async function* upload() {
      yield Buffer.from(
        '--x\r\nContent-Disposition: form-data; name="file"; filename="a.wav"\r\n\r\n',
      );
      yield Buffer.from(header);
      for (let megabytes = 0; megabytes < 102; megabytes += 1) yield Buffer.alloc(1024 * 1024);
      yield Buffer.from("\r\n--x--\r\n");
    }
    const answer = await request(`${service.url}/v1/audio/transcriptions`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${service.key}`,
        "content-type": "multipart/form-data; boundary=x",
      },
      body: Readable.from(upload()),
    });
    expect(answer.statusCode).toBe(413);
    expect(await answer.body.json()).toMatchObject({ error: { code: "file_too_large" } });
  });

  longTest("refuses more than two hours of audio", async () => {
    // A-law at 8 kHz: 57.6 MB are two hours.
    const seconds = 7_201;
    const header = Buffer.from(wavHeader(8000));
    header.writeUInt16LE(6, 20);
    header.writeUInt32LE(8000, 28);
    header.writeUInt16LE(1, 32);
    header.writeUInt16LE(8, 34);
    const answer = await transcribe(Buffer.concat([header, Buffer.alloc(8000 * seconds, 0xd5)]));
    expect(answer.status).toBe(413);
    expect(await answer.json()).toMatchObject({ error: { code: "audio_too_long" } });
  });

  test("frees the work of a client that leaves", async () => {
    const model = service.engine.defaultOf("transcription");
    const minutes = wav(new Float32Array(16_000 * 600), 16_000);
    const leaving = new AbortController();
    const answer = service.call("/v1/audio/transcriptions", {
      method: "POST",
      body: transcriptionForm(minutes),
      signal: leaving.signal,
    });
    await expect.poll(() => model?.queue.running).toBe(1);
    leaving.abort();
    await expect(answer).rejects.toThrow(/abort/);
    await expect.poll(() => model?.queue.running, { timeout: 4000 }).toBe(0);
  });
});

longDescribe("POST /v1/audio/speech, heard by transcription", () => {
  const sentence = "Yarın sabah saat dokuzda trenle Ankara'ya gidiyoruz, akşam da eve döneceğiz.";

  longTest("every built-in voice is understood with at most 15 % of characters wrong", async () => {
    const list = await service.call("/v1/voices?type=builtin");
    const { data } = (await list.json()) as { data: { id: string; models: string[] }[] };
    const speakers = data.flatMap(({ id, models }) => models.map((model) => ({ id, model })));
    expect(data.length).toBeGreaterThanOrEqual(12);
    for (const { id: voice, model } of speakers) {
      const speech = await service.call(
        "/v1/audio/speech",
        speechRequest({ input: sentence, voice, model, response_format: "wav" }),
      );
      expect(speech.status).toBe(200);
      const heard = await textOf(Buffer.from(await speech.arrayBuffer()));
      const { characterErrorRatio } = textDistance(sentence, heard);
      expect({ model, voice, heard, isUnderstood: characterErrorRatio <= 0.15 }).toMatchObject({
        isUnderstood: true,
      });
    }
  });
});

shortDescribe("a client that waits to be told to send its recording", () => {
  /** Asks with `Expect: 100-continue`, and sends the body when it is told to. */
  async function expecting(key: string) {
    const form = new Response(transcriptionForm(clip.wav));
    const body = Buffer.from(await form.arrayBuffer());
    const upload = httpRequest(new URL("/v1/audio/transcriptions", service.url), {
      method: "POST",
      agent: false,
      headers: {
        authorization: `Bearer ${key}`,
        "content-type": form.headers.get("content-type") ?? "",
        "content-length": body.length,
        expect: "100-continue",
      },
    });
    let isContinued = false;
    upload.once("continue", () => {
      isContinued = true;
      upload.end(body);
    });
    upload.flushHeaders();
    const [answer] = (await once(upload, "response")) as [IncomingMessage];
    answer.resume();
    await once(answer, "end");
    upload.destroy();
    return { isContinued, status: answer.statusCode, connection: answer.headers.connection };
  }

  test("sends it when its key may, and never when it is refused", async () => {
    expect(await expecting(service.key)).toMatchObject({ isContinued: true, status: 200 });
    expect(await expecting("sk_nobody_has_this_key_00000000")).toEqual({
      isContinued: false,
      status: 401,
      connection: "close",
    });
  });
});
