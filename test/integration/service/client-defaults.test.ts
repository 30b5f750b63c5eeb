import { createOpenAI } from "@ai-sdk/openai";
import { experimental_generateSpeech, experimental_transcribe, generateText } from "ai";
import { readFile } from "node:fs/promises";
import path from "node:path";
import OpenAI, { toFile } from "openai";
import { beforeAll, describe, expect, test } from "vitest";
import { parseWav } from "../../../probes/speech/wav.ts";
import { projectRoot } from "../../support/program.ts";
import {
  fixtureClip,
  sharedSpeechService,
  speechRequest,
  transcriptionForm,
  type SharedSpeechService,
} from "../../support/service/speech-service.ts";
import { openStream } from "../../support/service/stream-client.ts";

/** What clients call things when nobody has told them otherwise. */
const SAID = /merhaba/i;
const INPUT = "Merhaba dünya.";

interface Voices {
  readonly voices: readonly { readonly id: string }[];
}

let service: SharedSpeechService;
let wav: Buffer;
beforeAll(async () => {
  service = await sharedSpeechService();
  ({ wav } = await fixtureClip());
});

const baseURL = () => new URL("/v1", service.url).href;

describe("the openai package works with its own names", () => {
  const openai = () => new OpenAI({ apiKey: service.key, baseURL: baseURL(), maxRetries: 0 });

  test.each(["whisper-1", "gpt-4o-transcribe", "gpt-4o-mini-transcribe"])("%s", async (model) => {
    const file = await toFile(wav, "clip.wav");
    const { text } = await openai().audio.transcriptions.create({ file, model });
    expect(text).toMatch(SAID);
  });

  test.each([
    ["tts-1", "alloy"],
    ["tts-1-hd", "onyx"],
    ["gpt-4o-mini-tts", "coral"],
  ])("%s as %s", async (model, voice) => {
    const speech = { model, voice, input: INPUT, response_format: "pcm" } as const;
    const answer = await openai().audio.speech.create(speech);
    expect(answer.headers.get("x-sample-rate")).toBe("24000");
    expect((await answer.arrayBuffer()).byteLength).toBeGreaterThan(24_000);
  });

  test("instructions in its own length, of which is told what was not understood", async () => {
    const answer = await openai().audio.speech.create({
      model: "gpt-4o-mini-tts",
      voice: "coral",
      input: INPUT,
      instructions:
        "Voice: clear, like a teacher (patient).\nTone: calm and friendly.\nPacing: slow, with pauses after each clause. ".repeat(
          3,
        ),
    });
    expect(answer.headers.get("x-ignored-words")).toMatch(/./);
    await answer.arrayBuffer();
  });

  test("lists models, finds one, and says what voices it takes", async () => {
    const { data } = await openai().models.list();
    const speech = data.find(({ id }) => id === "synth-v2");
    expect(speech).toMatchObject({
      names: expect.arrayContaining(["tts-1", "gpt-4o-mini-tts"]),
      voice_names: { alloy: "ayla", onyx: expect.any(String) },
    });
    expect((await openai().models.retrieve("tts-1")).id).toBe("synth-v2");
    await expect(openai().models.retrieve("gpt-5")).rejects.toThrow(OpenAI.NotFoundError);
    const { voices } = await openai().get<Voices>("/audio/voices");
    expect(voices.map(({ id }) => id)).toEqual(expect.arrayContaining(["ayla", "alloy"]));
  });
});

describe("what OpenAI's API has besides is told of with the address that lists what there is", () => {
  const openai = () => new OpenAI({ apiKey: service.key, baseURL: baseURL(), maxRetries: 0 });
  const file = new File(["{}"], "input.jsonl");
  const text = { model: "gpt-5.5", input: "Merhaba" } as const;

  test.each([
    ["responses", () => openai().responses.create(text)],
    ["streamed responses", () => openai().responses.create({ ...text, stream: true })],
    [
      "chats",
      () =>
        openai().chat.completions.create({
          model: "gpt-5.5",
          messages: [{ role: "user", content: "Merhaba" }],
        }),
    ],
    ["files", () => openai().files.create({ file, purpose: "fine-tune" })],
    ["lists of jobs", () => openai().fineTuning.jobs.list({ limit: 20 })],
    ["any address", () => openai().post("/some/path", { body: {} })],
  ])("%s", async (_what, ask) => {
    const error = await Promise.resolve(ask()).catch((cause: unknown) => cause);
    expect(error).toBeInstanceOf(OpenAI.NotFoundError);
    expect(error).toMatchObject({
      code: "not_found",
      message: expect.stringContaining("/docs/reference"),
      requestID: expect.stringMatching(/^req_/),
    });
  });

  test("texts of the AI SDK", async () => {
    const provider = createOpenAI({ apiKey: service.key, baseURL: baseURL() });
    const asking = generateText({ model: provider("gpt-5"), prompt: "Merhaba", maxRetries: 0 });
    await expect(asking).rejects.toMatchObject({
      statusCode: 404,
      message: expect.stringContaining("/docs/reference"),
    });
  });
});

describe("@ai-sdk/openai works with its own names", () => {
  const provider = () => createOpenAI({ apiKey: service.key, baseURL: baseURL() });

  test.each(["whisper-1", "gpt-4o-transcribe", "gpt-4o-mini-transcribe"])("%s", async (id) => {
    const { text } = await experimental_transcribe({
      model: provider().transcription(id),
      audio: wav,
    });
    expect(text).toMatch(SAID);
  });

  test.each(["tts-1", "gpt-4o-mini-tts"])("%s", async (id) => {
    const { audio } = await experimental_generateSpeech({
      model: provider().speech(id),
      text: INPUT,
    });
    expect(audio.uint8Array.length).toBeGreaterThan(1000);
  });
});

describe("POST /v1/audio/transcriptions takes forms as clients write them", () => {
  const url = "/v1/audio/transcriptions";
  const ask = async (parts: readonly (readonly [string, string])[], address = url) => {
    const form = new FormData();
    for (const [name, value] of [["model", "whisper-1"], ...parts] as const)
      form.append(name, value);
    form.append("file", new Blob([Buffer.from(wav)]), "clip.wav");
    const answer = await service.call(address, { method: "POST", body: form });
    expect(answer.status).toBe(200);
    return answer;
  };

  test.each([
    [
      "blank fields",
      [
        ["language", ""],
        ["temperature", ""],
        ["response_format", ""],
        ["prompt", ""],
        ["timestamp_granularities[]", ""],
      ],
    ],
    ["tr-TR", [["language", "tr-TR"]]],
    ["Turkish", [["language", "Turkish"]]],
  ] as const)("%s", async (_case, parts) => {
    const { text } = (await (await ask(parts)).json()) as { text: string };
    expect(text).toMatch(SAID);
  });

  test("stream=True, with an address that ends in a slash", async () => {
    const answer = await ask([["stream", "True"]], `${url}/`);
    expect(answer.headers.get("content-type")).toContain("text/event-stream");
    expect(await answer.text()).toContain("transcript.text.done");
  });

  test("a numbered list, and a format in capitals", async () => {
    const parts = [
      ["response_format", "VERBOSE_JSON"],
      ["timestamp_granularities[0]", "word"],
    ] as const;
    const { words } = (await (await ask(parts)).json()) as { words: unknown[] };
    expect(words.length).toBeGreaterThan(5);
  });

  test.each([
    ["with its type", "Content-Type: audio/wav\r\n"],
    ["without its type", ""],
  ])("a file without its name, %s", async (_case, type) => {
    const part = (head: string) => `--x\r\nContent-Disposition: form-data; ${head}`;
    const body = Buffer.concat([
      Buffer.from(`${part('name="model"')}\r\n\r\nwhisper-1\r\n`),
      Buffer.from(`${part('name="file"')}\r\n${type}\r\n`),
      wav,
      Buffer.from("\r\n--x--\r\n"),
    ]);
    const headers = { "content-type": "multipart/form-data; boundary=x" };
    const answer = await service.call(url, { method: "POST", headers, body });
    expect(answer.status).toBe(200);
    expect(((await answer.json()) as { text: string }).text).toMatch(SAID);
  });
});

describe("nothing is wrong in silence", () => {
  test("a file on the live socket is refused by its name", async () => {
    using client = await openStream(service.url, { credential: service.key });
    const { socket } = client;
    const webm = await readFile(path.join(projectRoot, "fixtures/audio/clip.webm"));
    for (let at = 0; at < webm.length; at += 4000) socket.send(webm.subarray(at, at + 4000));
    expect(await client.message("error")).toMatchObject({
      error: { code: "undecodable_audio", message: expect.stringContaining("WebM") },
    });
  });

  test("sound without words has a warning in every format", async () => {
    const noise = Buffer.from(wav);
    for (let at = 44, state = 1; at < noise.length - 1; at += 2) {
      state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
      noise.writeInt16LE((state >> 16) % 3000, at);
    }
    const ask = async (response_format: string) => {
      const form = transcriptionForm(noise, { model: "transcribe-1", response_format });
      return service.call("/v1/audio/transcriptions", { method: "POST", body: form });
    };
    for (const format of ["text", "srt", "vtt"]) {
      expect((await ask(format)).headers.get("x-warnings")).toBe("no_words");
    }
    for (const format of ["json", "verbose_json"]) {
      const answer = await ask(format);
      expect(answer.headers.get("x-warnings")).toBe("no_words");
      expect(await answer.json()).toMatchObject({ text: "", warnings: [{ code: "no_words" }] });
    }
  });

  test("a short WAV file has its sizes", async () => {
    const answer = await service.call(
      "/v1/audio/speech",
      speechRequest({ input: INPUT, voice: "ayla", response_format: "wav" }),
    );
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(answer.headers.get("content-length")).toBe(String(bytes.length));
    expect(bytes.readUInt32LE(4)).toBe(bytes.length - 8);
    expect(bytes.readUInt32LE(40)).toBe(bytes.length - 44);
    expect(parseWav(bytes).samples.length).toBe((bytes.length - 44) / 2);
  });
});
