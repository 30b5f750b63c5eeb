import { longTest, shortDescribe, shortTest as test } from "../../support/lengths.ts";
import { createReadStream } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { DeepgramClient, DeepgramError } from "@deepgram/sdk";
import { beforeAll, describe, expect } from "vitest";
import { projectRoot } from "../../support/program.ts";
import {
  fixtureClip,
  sharedSpeechService,
  type SharedSpeechService,
} from "../../support/service/speech-service.ts";
import { opusPacketsOf } from "../../support/service/opus-packets.ts";

const clipFile = path.join(projectRoot, "fixtures/audio/clip.wav");
const said = /merhaba/i;

let service: SharedSpeechService;
let wav: Buffer;
beforeAll(async () => {
  service = await sharedSpeechService();
  ({ wav } = await fixtureClip());
}, 360_000);

/** A client of whom the address and the key alone are told. */
function deepgram(apiKey = service.key): DeepgramClient {
  return new DeepgramClient({ apiKey, baseUrl: service.url, maxRetries: 0 });
}

shortDescribe("transcribes a file", () => {
  test("as its README does, in lower case without marks", async () => {
    const response = await deepgram().listen.v1.media.transcribeFile(createReadStream(clipFile), {
      model: "nova-3",
    });
    if (!("results" in response)) throw new Error("no results");
    const [alternative] = response.results.channels[0]?.alternatives ?? [];
    expect(alternative?.transcript).toMatch(said);
    expect(alternative?.transcript).toBe(alternative?.transcript?.toLocaleLowerCase("tr"));
    expect(alternative?.transcript).not.toMatch(/[.?!,]/);
    expect(alternative?.words?.length).toBeGreaterThan(3);
    for (const { start = -1, end = -1, confidence = 2 } of alternative?.words ?? []) {
      expect(start).toBeGreaterThanOrEqual(0);
      expect(end).toBeGreaterThan(start);
      expect(confidence).toBeLessThanOrEqual(1);
    }
    expect(response.metadata.duration).toBeCloseTo(wav.length / 32_000, 1);
    expect(response.metadata.sha256).toMatch(/^[0-9a-f]{64}$/);
    expect(response.metadata.models).toEqual(["transcribe-1"]);
  });

  test("with capitals and marks, paragraphs, utterances and the language", async () => {
    const response = await deepgram().listen.v1.media.transcribeFile(wav, {
      model: "nova-2-phonecall",
      language: "tr-TR",
      smart_format: true,
      utterances: true,
      detect_language: true,
      keyterm: ["İstanbul", "Merhaba"],
    });
    if (!("results" in response)) throw new Error("no results");
    const [channel] = response.results.channels;
    const [alternative] = channel?.alternatives ?? [];
    expect(alternative?.transcript).toMatch(/^Merhaba.*[.?]$/s);
    expect(channel?.detected_language).toBe("tr");
    const sentences = alternative?.paragraphs?.paragraphs?.flatMap((one) => one.sentences ?? []);
    expect(sentences?.map(({ text }) => text).join(" ")).toBe(alternative?.transcript);
    const utterances = response.results.utterances ?? [];
    expect(utterances.flatMap(({ words }) => words ?? [])).toHaveLength(
      alternative?.words?.length ?? 0,
    );
  });

  test("that is samples alone", async () => {
    const response = await deepgram().listen.v1.media.transcribeFile(
      wav.subarray(44),
      { model: "nova-3", encoding: "linear16" },
      { queryParams: { sample_rate: 16_000 } },
    );
    if (!("results" in response)) throw new Error("no results");
    expect(response.results.channels[0]?.alternatives?.[0]?.transcript).toMatch(said);
  });
});

describe("speaks", () => {
  test("as its README does", async () => {
    const response = await deepgram().speak.v1.audio.generate({
      text: "Hello, this is a sample text to speech conversion.",
      model: "aura-2-thalia-en",
      encoding: "linear16",
      container: "wav",
    });
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(bytes.toString("latin1", 0, 4)).toBe("RIFF");
    expect(bytes.readUInt32LE(24)).toBe(24_000);
    expect(bytes.length).toBeGreaterThan(24_000);
  });

  test("at its default", () => speaks({}, "audio/mpeg"));

  longTest.each([
    [{ encoding: "opus" }, "audio/ogg"],
    [{ encoding: "flac" }, "audio/flac"],
    [{ encoding: "aac" }, "audio/aac"],
    [{ encoding: "linear16", container: "none", sample_rate: 8000 }, "audio/pcm"],
  ] as const)("%j", (fields, type) => speaks(fields, type));

  async function speaks(fields: object, type: string): Promise<void> {
    const request = { text: "Merhaba dünya.", model: "ayla", ...fields };
    const { data, rawResponse } = await deepgram()
      .speak.v1.audio.generate(request as never)
      .withRawResponse();
    expect(rawResponse.headers.get("content-type")).toContain(type);
    expect(rawResponse.headers.get("dg-model-name")).toBe("ayla");
    expect(rawResponse.headers.get("dg-char-count")).toBe("14");
    expect((await data.arrayBuffer()).byteLength).toBeGreaterThan(1000);
  }
});

test("grants a token, lists models", async () => {
  const client = deepgram();
  const granted = await client.auth.v1.tokens.grant();
  expect(granted.access_token).toMatch(/^st_/);
  expect(granted.expires_in).toBe(600);
  const { access_token: accessToken } = granted;
  const browser = new DeepgramClient({ accessToken, baseUrl: service.url, maxRetries: 0 });
  const response = await browser.listen.v1.media.transcribeFile(wav, { model: "nova-3" });
  expect(response).toHaveProperty("results");
  const { stt, tts } = await client.manage.v1.models.list();
  expect(stt?.map(({ name }) => name)).toEqual(["transcribe-1"]);
  expect(tts?.map(({ name }) => name)).toContain("ayla");
});

shortDescribe("tells what it has no counterpart of", () => {
  const refused = async (asking: Promise<unknown>) => {
    const error: unknown = await asking.then(
      () => undefined,
      (fault: unknown) => fault,
    );
    expect(error).toBeInstanceOf(DeepgramError);
    const { statusCode, body } = error as DeepgramError;
    return { statusCode, ...(body as object) };
  };
  const transcribe = (options: object, key?: string) =>
    refused(deepgram(key).listen.v1.media.transcribeFile(wav, { ...options } as never));

  test("by name, in its own shape", async () => {
    expect(await transcribe({ model: "nova-3", summarize: "v2" })).toMatchObject({
      statusCode: 400,
      err_code: "Bad Request",
      err_msg: expect.stringContaining("summarize"),
      request_id: expect.stringMatching(/^req_/),
      code: "unsupported_field",
    });
    for (const name of ["topics", "redact", "diarize"]) {
      const value = name === "redact" ? ["pci"] : true;
      const error = await transcribe({ model: "nova-3", [name]: value });
      expect(error).toMatchObject({ statusCode: 400, code: "unsupported_field", param: name });
    }
    expect(await transcribe({ model: "nova-3", language: "en" })).toMatchObject({
      statusCode: 400,
      err_msg: expect.stringContaining("Turkish"),
    });
    expect(await transcribe({ model: "saturn-1" })).toMatchObject({
      statusCode: 404,
      err_code: "NOT_FOUND",
      code: "model_not_found",
    });
    expect(await transcribe({ model: "nova-3" }, "sk_nobody")).toMatchObject({
      statusCode: 401,
      err_code: "INVALID_AUTH",
      code: "invalid_api_key",
    });
  });

  test("addresses that it does not have", async () => {
    const error = await refused(
      deepgram().read.v1.text.analyze({ language: "en", text: "Hello, world!" } as never),
    );
    expect(error).toMatchObject({ statusCode: 404, code: "not_found" });
    const agent = await deepgram().agent.v1.connect({ reconnectAttempts: 0 });
    agent.connect();
    await expect(agent.waitForOpen()).rejects.toMatchObject({
      message: expect.stringContaining("404"),
    });
    agent.close();
  });

  test("and fetches nothing from private addresses", async () => {
    for (const url of ["http://127.0.0.1:1/a.wav", "https://127.0.0.1:1/", "file:///etc/passwd"]) {
      const error = await refused(
        deepgram().listen.v1.media.transcribeUrl({ url, model: "nova-3" }),
      );
      expect(error).toMatchObject({
        statusCode: 400,
        param: "url",
        err_msg: expect.stringContaining("public network"),
      });
    }
  });
});

interface Message {
  readonly type: string;
  readonly is_final?: boolean;
  readonly from_finalize?: boolean;
  readonly variant?: string;
  readonly last_word_end?: number;
  readonly duration?: number;
  readonly channel?: {
    readonly alternatives: readonly {
      readonly transcript: string;
      readonly words: readonly object[];
    }[];
  };
}

/** Opens a stream, sends frames and what ends them, and returns all that was told until it closed. */
async function stream(
  options: object,
  frames: readonly Uint8Array[],
  ...ends: readonly string[]
): Promise<readonly Message[]> {
  const connection = await deepgram().listen.v1.connect({
    model: "nova-3",
    reconnectAttempts: 0,
    shouldReconnect: () => false,
    ...options,
  } as never);
  const messages: Message[] = [];
  const closed = new Promise<void>((resolve) => connection.on("close", () => resolve()));
  connection.on("message", (message) => messages.push(message as Message));
  connection.connect();
  await connection.waitForOpen();
  if (frames.length > 0) connection.sendKeepAlive({ type: "KeepAlive" });
  for (const frame of frames) connection.sendMedia(frame as never);
  for (const type of ends) {
    if (type === "Finalize") connection.sendFinalize({ type: "Finalize" });
    else connection.sendCloseStream({ type: "CloseStream" });
  }
  await closed;
  connection.close();
  return messages;
}

const framesOf = (bytes: Uint8Array, size = 3200) =>
  Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
    bytes.subarray(at * size, (at + 1) * size),
  );
const finalText = (messages: readonly Message[]) =>
  messages
    .filter(({ is_final }) => is_final === true)
    .map(({ channel }) => channel?.alternatives[0]?.transcript)
    .filter(Boolean)
    .join(" ");

describe("streams", () => {
  test("linear16, with interim results, SpeechStarted, UtteranceEnd and Metadata", async () => {
    const silence = Buffer.alloc(32_000 * 3);
    const messages = await stream(
      {
        encoding: "linear16",
        sample_rate: 16_000,
        language: "tr",
        punctuate: "true",
        interim_results: "true",
        vad_events: "true",
        utterance_end_ms: 1000,
      },
      framesOf(Buffer.concat([wav.subarray(44), silence])),
      "CloseStream",
    );
    expect(messages.map(({ type }) => type).at(-1)).toBe("Metadata");
    const types = new Set(messages.map(({ type }) => type));
    expect(types).toEqual(new Set(["SpeechStarted", "Results", "UtteranceEnd", "Metadata"]));
    expect(finalText(messages)).toMatch(/^Merhaba/);
    const interim = messages.filter(({ is_final }) => is_final === false);
    expect(interim.length).toBeGreaterThan(2);
    expect(interim.at(-1)?.channel?.alternatives[0]?.words.length).toBeGreaterThan(0);
    const final = messages.find(({ is_final }) => is_final === true);
    expect(final?.channel?.alternatives[0]?.words[0]).toMatchObject({
      word: "merhaba",
      punctuated_word: expect.stringMatching(/^Merhaba/),
      confidence: expect.any(Number),
    });
    expect(messages.at(-1)?.duration).toBeCloseTo(wav.length / 32_000 + 3, 1);
  });

  test("WAV without a word of its format, as its README does", async () => {
    expect(finalText(await stream({}, framesOf(wav), "CloseStream"))).toMatch(said);
  });

  test("and is read by for await, as its README does", async () => {
    const connection = await deepgram().listen.v1.connect({
      model: "nova-3",
      interim_results: "true",
      reconnectAttempts: 0,
      shouldReconnect: () => false,
    } as never);
    connection.connect();
    await connection.waitForOpen();
    for (const frame of framesOf(wav)) connection.sendMedia(frame as never);
    connection.sendCloseStream({ type: "CloseStream" });
    const messages: Message[] = [];
    for await (const message of connection) messages.push(message as Message);
    expect(finalText(messages)).toMatch(said);
  });

  longTest("Opus in WebM, and as packets", async () => {
    const webm = await readFile(path.join(projectRoot, "fixtures/audio/clip.webm"));
    expect(finalText(await stream({}, framesOf(webm, 700), "CloseStream"))).toMatch(said);
    const packets = opusPacketsOf(wav.subarray(44));
    const options = { encoding: "opus", sample_rate: 48_000 };
    expect(finalText(await stream(options, packets, "CloseStream"))).toMatch(said);
  });

  test("and answers Finalize, with nothing where there is nothing", async () => {
    const options = { encoding: "linear16", sample_rate: 16_000 };
    const frames = framesOf(wav.subarray(44));
    const messages = await stream(options, frames, "Finalize", "Finalize", "CloseStream");
    const finalized = messages.filter(({ from_finalize }) => from_finalize === true);
    expect(finalized.length).toBeGreaterThanOrEqual(2);
    expect(finalized.at(-1)?.channel?.alternatives[0]?.transcript).toBe("");
    expect(finalText(messages)).toMatch(said);
  });

  test.each([
    [{ encoding: "linear16" }, "invalid_request"],
    [{ encoding: "speex" }, "invalid_request"],
    [{ language: "en" }, "invalid_request"],
    [{ model: "saturn-1" }, "model_not_found"],
    [{ redact: "pci" }, "unsupported_field"],
    [{ callback: "https://a.example" }, "unsupported_field"],
    [{ diarize: "true" }, "unsupported_field"],
  ])("%j is refused by name", async (options, code) => {
    expect(await stream(options, [])).toMatchObject([{ type: "Error", variant: code }]);
  });

  test("noise without a container is refused by name", async () => {
    const messages = await stream({}, framesOf(Buffer.alloc(6400, 7)));
    expect(messages).toMatchObject([
      { type: "Error", variant: "undecodable_audio", description: expect.stringContaining("WAV") },
    ]);
  });
});
