import { createOpenAI } from "@ai-sdk/openai";
import { experimental_generateSpeech, experimental_transcribe } from "ai";
import OpenAI, { toFile } from "openai";
import { beforeAll, describe, expect, test } from "vitest";
import { accountKey } from "../../support/service/account-command.ts";
import { eventually } from "../../support/eventually.ts";
import { holdUpload } from "../../support/service/held-upload.ts";
import { builtInVoices } from "../../support/service/round-trips.ts";
import {
  fixtureClip,
  sharedSpeechService,
  type SharedSpeechService,
} from "../../support/service/speech-service.ts";

/** Beside trainings and other tests models take minutes to load. */
const STARTING_MS = 360_000;
const TRANSCRIPTIONS_AT_ONCE = 3;

let service: SharedSpeechService;
const [voice = ""] = builtInVoices("synth-v2");
let wav: Buffer;
beforeAll(async () => {
  service = await sharedSpeechService();
  ({ wav } = await fixtureClip());
}, STARTING_MS);

const baseUrl = () => new URL("/v1", service.url).href;
const clip = () => toFile(wav, "clip.wav");
const model = "transcribe-1";
const said = /merhaba/i;

function openai(options: ConstructorParameters<typeof OpenAI>[0] = {}): OpenAI {
  return new OpenAI({ apiKey: service.key, baseURL: baseUrl(), maxRetries: 0, ...options });
}

describe("the openai package transcribes", () => {
  test("as json and as verbose_json with words", async () => {
    const { transcriptions } = openai().audio;
    const plain = await transcriptions.create({ file: await clip(), model });
    expect(plain.text).toMatch(said);
    expect(plain.usage).toMatchObject({ type: "duration" });
    const verbose = await transcriptions.create({
      file: await clip(),
      model,
      language: "tr",
      response_format: "verbose_json",
      timestamp_granularities: ["word", "segment"],
    });
    expect(verbose.duration).toBeCloseTo(wav.length / 32_000, 1);
    expect(verbose.segments?.[0]?.text).toMatch(said);
    expect(verbose.words?.[0]?.word).toMatch(said);
  });

  test.each(["text", "srt", "vtt"] as const)("as %s", async (response_format) => {
    const { transcriptions } = openai().audio;
    expect(await transcriptions.create({ file: await clip(), model, response_format })).toMatch(
      said,
    );
  });

  test("streamed", async () => {
    const events = await openai().audio.transcriptions.create({
      file: await clip(),
      model,
      stream: true,
    });
    let text = "";
    let whole: string | undefined;
    for await (const event of events) {
      if (event.type === "transcript.text.delta") text += event.delta;
      if (event.type === "transcript.text.done") whole = event.text;
    }
    expect(text).toMatch(said);
    expect(whole).toBe(text);
  });
});

describe("the openai package speaks", () => {
  const formats = [
    ["mp3", "audio/mpeg"],
    ["opus", "audio/ogg"],
    ["aac", "audio/aac"],
    ["flac", "audio/flac"],
    ["wav", "audio/wav"],
    ["pcm", "audio/pcm"],
  ] as const;

  test.each(formats)("%s", async (response_format, type) => {
    const speech = { model: "synth-v2", voice, input: "Merhaba dünya.", response_format };
    const answer = await openai().audio.speech.create(speech);
    expect(answer.headers.get("content-type")).toContain(type);
    expect((await answer.arrayBuffer()).byteLength).toBeGreaterThan(1000);
  });

  test("streamed, as audio that comes in pieces", async () => {
    const input = "Bu bir cümledir. ".repeat(20);
    const speech = { model: "synth-v2", voice, input, response_format: "pcm" } as const;
    const { body } = await openai().audio.speech.create(speech);
    let pieces = 0;
    for await (const piece of body ?? []) if (piece.length > 0) pieces += 1;
    expect(pieces).toBeGreaterThan(1);
  });

  test("streamed, as events", async () => {
    const answer = await openai().audio.speech.create({
      model: "synth-v2",
      voice,
      input: "Merhaba dünya.",
      stream_format: "sse",
    });
    const lines = (await answer.text()).split("\n").filter((line) => line.startsWith("data: {"));
    const types = lines.map((line) => (JSON.parse(line.slice(6)) as { type: string }).type);
    expect(new Set(types)).toEqual(new Set(["speech.audio.delta", "speech.audio.done"]));
    expect(types.at(-1)).toBe("speech.audio.done");
  });
});

describe("the openai package throws its own errors", () => {
  const speak = (client: OpenAI, fields: { readonly model?: string; readonly voice?: string }) =>
    client.audio.speech.create({ model: "synth-v2", voice, input: "Merhaba.", ...fields });

  test("for a field", async () => {
    const error = await speak(openai(), { voice: "nobody" }).catch((cause: unknown) => cause);
    expect(error).toBeInstanceOf(OpenAI.BadRequestError);
    expect(error).toMatchObject({
      status: 400,
      code: "unknown_voice",
      param: "voice",
      type: "invalid_request_error",
      requestID: expect.stringMatching(/^req_/),
    });
  });

  test("for a key, a demo session, a model and a quota", async () => {
    const begun = await service.call("/v1/sessions", { method: "POST" });
    const { token } = (await begun.json()) as { readonly token: string };
    const usedUp = await accountKey(
      service.dataDirectory,
      "used-up@example.com",
      "monthly-characters=0",
    );
    const transcribe = { file: await clip(), model: "transcribe-2" };
    const cases = [
      [
        () => speak(openai({ apiKey: "sk_nobody" }), {}),
        OpenAI.AuthenticationError,
        "invalid_api_key",
      ],
      [
        () => openai({ apiKey: token }).get("/voices"),
        OpenAI.PermissionDeniedError,
        "account_required",
      ],
      [
        () => openai().audio.transcriptions.create(transcribe),
        OpenAI.NotFoundError,
        "model_not_found",
      ],
      [() => speak(openai({ apiKey: usedUp }), {}), OpenAI.RateLimitError, "quota_exceeded"],
    ] as const;
    for (const [request, kind, code] of cases) {
      const error = await request().then(
        () => undefined,
        (cause: unknown) => cause,
      );
      expect(error).toBeInstanceOf(kind);
      expect(error).toMatchObject({ code, requestID: expect.stringMatching(/^req_/) });
    }
  });

  test("but tries again when it was told to, after Retry-After", async () => {
    const uploads = await Promise.all(
      Array.from({ length: TRANSCRIPTIONS_AT_ONCE }, () => holdUpload(service.url, service.key)),
    );
    const isFull = async () => {
      const { activities } = (await (await service.call("/v1/limits")).json()) as {
        activities: { transcription: { concurrent: { remaining: number } } };
      };
      return activities.transcription.concurrent.remaining === 0;
    };
    await eventually("all places are taken", isFull);
    const statuses: number[] = [];
    const client = openai({
      maxRetries: 5,
      fetch: async (url, init) => {
        const answer = await fetch(url, init);
        // Before its first form the package asks for a data URL, to see which fetch it has.
        if (!answer.url.startsWith("http")) return answer;
        statuses.push(answer.status);
        for (const upload of uploads) upload.leave();
        return answer;
      },
    });
    const { text } = await client.audio.transcriptions.create({ file: await clip(), model });
    expect(text).toMatch(said);
    expect(statuses[0]).toBe(429);
    expect(statuses.at(-1)).toBe(200);
  });

  test("and does not when waiting does not help", async () => {
    const usedUp = await accountKey(
      service.dataDirectory,
      "used-up-too@example.com",
      "monthly-characters=0",
    );
    let requests = 0;
    const client = openai({
      apiKey: usedUp,
      maxRetries: 5,
      fetch: (url, init) => {
        requests += 1;
        return fetch(url, init);
      },
    });
    await expect(speak(client, {})).rejects.toThrow(OpenAI.RateLimitError);
    expect(requests).toBe(1);
  });
});

describe("@ai-sdk/openai", () => {
  const provider = () => createOpenAI({ apiKey: service.key, baseURL: baseUrl() });

  test.each([model, "whisper-1"])("transcribes with %s", async (id) => {
    const { text } = await experimental_transcribe({
      model: provider().transcription(id),
      audio: wav,
    });
    expect(text).toMatch(said);
  });

  test.each(["mp3", "wav"])("speaks %s", async (outputFormat) => {
    const { audio } = await experimental_generateSpeech({
      model: provider().speech("synth-v2"),
      text: "Merhaba dünya.",
      voice,
      outputFormat,
    });
    expect(audio.uint8Array.length).toBeGreaterThan(1000);
    expect(audio.format).toBe(outputFormat);
  });
});
