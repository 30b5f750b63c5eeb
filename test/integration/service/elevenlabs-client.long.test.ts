import { createReadStream } from "node:fs";
import { text as textOfStream } from "node:stream/consumers";
import path from "node:path";
import { ElevenLabsClient, ElevenLabsError } from "@elevenlabs/elevenlabs-js";
import { beforeAll, describe, expect, test } from "vitest";
import { projectRoot } from "../../support/program.ts";
import {
  fixtureClip,
  sharedSpeechService,
  type SharedSpeechService,
} from "../../support/service/speech-service.ts";

const clipFile = path.join(projectRoot, "fixtures/audio/clip.wav");
/** Alice, of the README. */
const foreignVoice = "Xb7hH8MSUJpSbSDYk0k2";
const said = /merhaba/i;

let service: SharedSpeechService;
let wav: Buffer;
beforeAll(async () => {
  service = await sharedSpeechService();
  ({ wav } = await fixtureClip());
}, 360_000);

/** A client of whom the address and the key alone are told. */
function lettersIn(text: string): number {
  return text.replaceAll(/\P{L}/gu, "").length;
}

function elevenlabs(apiKey = service.key): ElevenLabsClient {
  return new ElevenLabsClient({ apiKey, baseUrl: service.url, maxRetries: 0 });
}

async function bytesOf(stream: ReadableStream<Uint8Array>): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of stream) pieces.push(piece);
  return Buffer.concat(pieces);
}

describe("speaks", () => {
  test("as its README does", async () => {
    const audio = await elevenlabs().textToSpeech.convert(foreignVoice, {
      text: "Hello! 你好! Hola! नमस्ते! Bonjour! こんにちは! مرحبا! 안녕하세요! Ciao! Cześć! Привіт! வணக்கம்!",
      modelId: "eleven_multilingual_v2",
    });
    const bytes = await bytesOf(audio);
    expect(bytes.length).toBeGreaterThan(5000);
    expect(bytes[0]).toBe(0xff);
  });

  test("in pieces, as its README does", async () => {
    const audio = await elevenlabs().textToSpeech.stream("JBFqnCBsd6RMkjVDRZzb", {
      text: "This is a... streaming voice",
      modelId: "eleven_multilingual_v2",
    });
    expect((await bytesOf(audio)).length).toBeGreaterThan(5000);
  });

  test.each([
    ["mp3_22050_32", "audio/mpeg"],
    ["opus_48000_64", "audio/ogg"],
    ["pcm_24000", "audio/pcm; rate=24000"],
    ["wav_16000", "audio/wav"],
  ] as const)("%s", async (outputFormat, type) => {
    const request = { text: "Merhaba dünya.", modelId: "synth-v2", outputFormat };
    const { data, rawResponse } = await elevenlabs()
      .textToSpeech.convert("ayla", request)
      .withRawResponse();
    expect(rawResponse.headers.get("content-type")).toContain(type);
    expect((await bytesOf(data)).length).toBeGreaterThan(1000);
  });

  test("at a pace, and says what of its settings has no counterpart", async () => {
    const seconds = async (speed: number) => {
      const { data, rawResponse } = await elevenlabs()
        .textToSpeech.convert("ayla", {
          text: "Merhaba dünya, bugün hava çok güzel.",
          outputFormat: "pcm_16000",
          voiceSettings: { speed, stability: 0.5 },
        })
        .withRawResponse();
      expect(rawResponse.headers.get("x-ignored-fields")).toBe("voice_settings.stability");
      return (await bytesOf(data)).length / 32_000;
    };
    expect(await seconds(0.5)).toBeGreaterThan(1.5 * (await seconds(1)));
  });

  test("in another way with another seed, and always alike with the same", async () => {
    const spoken = async (seed: { readonly seed?: number } = {}) => {
      const request = {
        text: "Bugün hava çok güzel.",
        outputFormat: "pcm_16000",
        ...seed,
      } as const;
      return bytesOf(await elevenlabs().textToSpeech.convert("ayla", request));
    };
    const unseeded = await spoken();
    expect(await spoken()).toEqual(unseeded);
    expect(await spoken({ seed: 7 })).not.toEqual(unseeded);
    expect(await spoken({ seed: 7 })).toEqual(await spoken({ seed: 7 }));
  });
});

describe("says when each character is spoken", () => {
  const text = "Toplantı saat 14.30'da başlıyor.";

  test("of the text and of what is spoken", async () => {
    const timed = await elevenlabs().textToSpeech.convertWithTimestamps("ayla", {
      text,
      outputFormat: "pcm_16000",
    });
    const seconds = Buffer.from(timed.audioBase64, "base64").length / 32_000;
    const { alignment, normalizedAlignment } = timed;
    expect(alignment?.characters.join("")).toBe(text);
    expect(normalizedAlignment?.characters.join("")).toMatch(/on dört otuz/);
    for (const one of [alignment, normalizedAlignment]) {
      const starts = one?.characterStartTimesSeconds ?? [];
      const ends = one?.characterEndTimesSeconds ?? [];
      expect(starts).toHaveLength(one?.characters.length ?? -1);
      expect(ends.at(-1)).toBeLessThanOrEqual(seconds);
      expect(ends.at(-1)).toBeGreaterThan(0.7 * seconds);
      expect(starts).toEqual(starts.toSorted((a, b) => a - b));
    }
    const at = text.indexOf("14.30");
    const number = alignment?.characterEndTimesSeconds[at + 4] ?? 0;
    expect(number - (alignment?.characterStartTimesSeconds[at] ?? 0)).toBeGreaterThan(0.4);
  });

  test("and the times are those of the words that are heard", async () => {
    const spoken = "Merhaba dünya, bugün hava çok güzel.";
    const timed = await elevenlabs().textToSpeech.convertWithTimestamps("ayla", {
      text: spoken,
      outputFormat: "wav_16000",
    });
    const heard = await elevenlabs().speechToText.convert({
      modelId: "scribe_v1",
      file: new Blob([Uint8Array.from(Buffer.from(timed.audioBase64, "base64"))]),
    });
    if (!("words" in heard)) throw new Error("no words");
    // By letters, because spaces may be heard elsewhere than they are written.
    const heardAt = new Map<number, number>();
    let letters = 0;
    for (const { text: word, type, start = -9 } of heard.words) {
      if (type !== "word") continue;
      heardAt.set(letters, start);
      letters += lettersIn(word);
    }
    expect(letters).toBe(lettersIn(spoken));
    for (const { index } of spoken.matchAll(/\S+/g)) {
      const start = timed.alignment?.characterStartTimesSeconds[index] ?? -1;
      const heardStart = heardAt.get(lettersIn(spoken.slice(0, index))) ?? -9;
      expect(Math.abs(heardStart - start)).toBeLessThan(0.2);
    }
  });

  test("in pieces, with the times in the last one", async () => {
    const stream = await elevenlabs().textToSpeech.streamWithTimestamps("ayla", { text });
    const lines = [];
    for await (const line of stream) lines.push(line);
    expect(lines.length).toBeGreaterThan(1);
    expect(lines.at(-1)?.alignment?.characters.join("")).toBe(text);
    const audio = Buffer.concat(lines.map((line) => Buffer.from(line.audioBase64, "base64")));
    expect(audio.length).toBeGreaterThan(5000);
  });
});

describe("transcribes", () => {
  test("a file, with words, spaces and their times", async () => {
    const heard = await elevenlabs().speechToText.convert({
      modelId: "scribe_v1",
      file: createReadStream(clipFile),
      languageCode: "tur",
      tagAudioEvents: true,
      keyterms: ["İstanbul"],
    });
    if (!("words" in heard)) throw new Error("no words");
    expect(heard.text).toMatch(said);
    expect(heard.languageCode).toBe("tur");
    expect(heard.words.map(({ text }) => text).join("")).toBe(heard.text);
    expect(heard.audioDurationSecs).toBeCloseTo(wav.length / 32_000, 1);
    for (const { start = -1, end = -1, logprob } of heard.words) {
      expect(end).toBeGreaterThanOrEqual(start);
      expect(start).toBeGreaterThanOrEqual(0);
      expect(logprob).toBeLessThanOrEqual(0);
    }
  });

  test("samples alone", async () => {
    const heard = await elevenlabs().speechToText.convert({
      modelId: "scribe_v2",
      file: new Blob([new Uint8Array(wav.subarray(44))]),
      fileFormat: "pcm_s16le_16",
      timestampsGranularity: "none",
    });
    if (!("words" in heard)) throw new Error("no words");
    expect(heard.text).toMatch(said);
    expect(heard.words[0]?.start).toBeUndefined();
  });
});

test("lists voices and models beside those of the service's own shape", async () => {
  const client = elevenlabs();
  const searched = await client.voices.search();
  expect(searched.voices).toHaveLength(10);
  expect(searched.hasMore).toBe(true);
  const next = await client.voices.search({ nextPageToken: searched.nextPageToken! });
  expect(next.voices[0]?.voiceId).not.toBe(searched.voices[0]?.voiceId);
  const found = await client.voices.search({ search: "ayl" });
  expect(found.voices.map(({ voiceId }) => voiceId)).toEqual(["ayla"]);
  const { voices } = await client.voices.getAll();
  expect(voices).toHaveLength(searched.totalCount);
  const preview = await fetch(voices[0]?.previewUrl ?? "");
  expect(preview.headers.get("content-type")).toBe("audio/mpeg");
  await preview.arrayBuffer();
  expect(await client.voices.get("ayla")).toMatchObject({ name: "ayla", category: "premade" });
  expect((await client.voices.get(foreignVoice)).labels).toMatchObject({ gender: "female" });
  const made = await service.call("/v1/voices", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ voice_description: "yaşlı bir kadın", name: "Nine" }),
  });
  const { id } = (await made.json()) as { readonly id: string };
  expect(await client.voices.get(id)).toMatchObject({ name: "Nine", category: "generated" });
  expect(await client.voices.delete(id)).toMatchObject({ status: "ok" });
  await expect(client.voices.get(id)).rejects.toMatchObject({ statusCode: 404 });
  const models = await client.models.list();
  expect(models.find(({ modelId }) => modelId === "synth-v2")?.canDoTextToSpeech).toBe(true);
  for (const address of ["/v1/models", "/v1/voices?type=builtin"]) {
    const own = (await (await service.call(address)).json()) as { readonly object: string };
    expect(own.object).toBe("list");
  }
});

describe("tells what it has no counterpart of", () => {
  const refused = async (asking: PromiseLike<unknown>) => {
    const error: unknown = await asking.then(
      () => undefined,
      (fault: unknown) => fault,
    );
    expect(error).toBeInstanceOf(ElevenLabsError);
    const { statusCode, body } = error as ElevenLabsError;
    return { statusCode, detail: (body as { detail: object }).detail };
  };
  const speak = (voice: string, fields: object, key?: string) =>
    refused(elevenlabs(key).textToSpeech.convert(voice, { text: "Merhaba.", ...fields } as never));

  test("by name, in its own shape", async () => {
    expect(await speak("nobody", {})).toMatchObject({
      statusCode: 400,
      detail: {
        status: "voice_not_found",
        code: "unknown_voice",
        param: "voice_id",
        request_id: expect.stringMatching(/^req_/),
      },
    });
    expect(await speak("ayla", { modelId: "eleven_v9" })).toMatchObject({
      statusCode: 400,
      detail: { code: "unknown_model", param: "model_id" },
    });
    expect(await speak("ayla", { languageCode: "en" })).toMatchObject({
      statusCode: 400,
      detail: { param: "language_code", message: expect.stringContaining("Turkish") },
    });
    expect(await speak("ayla", { text: "a".repeat(5001) })).toMatchObject({
      detail: { code: "input_too_long", param: "text" },
    });
    expect(await speak("ayla", {}, "sk_nobody")).toMatchObject({
      statusCode: 401,
      detail: { status: "invalid_api_key" },
    });
    const transcribe = (fields: object) =>
      refused(
        elevenlabs().speechToText.convert({
          modelId: "scribe_v1",
          file: new Blob([new Uint8Array(wav)]),
          ...fields,
        }),
      );
    for (const [fields, param] of [
      [{ useMultiChannel: true }, "use_multi_channel"],
      [{ additionalFormats: [{ format: "srt" }] }, "additional_formats"],
      [{ timestampsGranularity: "character" }, "timestamps_granularity"],
      [{ diarize: true }, "diarize"],
    ] as const) {
      expect(await transcribe(fields)).toMatchObject({
        statusCode: 400,
        detail: { code: "unsupported_field", param },
      });
    }
    expect(
      await refused(
        elevenlabs().speechToText.convert({
          modelId: "scribe_v1",
          cloudStorageUrl: "https://10.0.0.1/a.wav",
        }),
      ),
    ).toMatchObject({ statusCode: 400, detail: { param: "cloud_storage_url" } });
  });

  test("addresses that it does not have", async () => {
    expect(await refused(elevenlabs().user.get())).toMatchObject({
      statusCode: 404,
      detail: { code: "not_found", message: expect.stringContaining("ElevenLabs") },
    });
    expect(await refused(elevenlabs().textToSoundEffects.convert({ text: "rain" }))).toMatchObject({
      statusCode: 404,
    });
  });
});

test("counts what it speaks as the service's own addresses do", async () => {
  const used = async () => {
    const answer = await service.call("/v1/usage");
    return textOfStream(answer.body!);
  };
  const before = await used();
  const audio = await elevenlabs().textToSpeech.convert("ayla", { text: "Sayılan bir cümle." });
  await bytesOf(audio);
  await expect.poll(used, { timeout: 20_000 }).not.toBe(before);
});
