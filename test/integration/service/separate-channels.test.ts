import { longTest, shortTest as test } from "../../support/lengths.ts";
import { beforeAll, describe, expect } from "vitest";
import { parseWav } from "../../../probes/speech/wav.ts";
import {
  sharedSpeechService,
  speechRequest,
  transcriptionForm,
  type SharedSpeechService,
} from "../../support/service/speech-service.ts";

/** Beside trainings and other tests models take minutes to load. */
const STARTING_MS = 360_000;
const RATE_HZ = 24_000;

let service: SharedSpeechService;
let caller: Float32Array;
let called: Float32Array;
/** The transcript of each by itself. */
let texts: { readonly caller: string; readonly called: string };
beforeAll(async () => {
  service = await sharedSpeechService();
  caller = await spoken("Dün yüz yirmi lira ödedim.");
  called = await spoken("Bugün hava çok güzel.");
  const heard = async (samples: Float32Array) =>
    (await transcribe(wavOf(samples), { channels: "mixed" })).body.text;
  texts = { caller: await heard(caller), called: await heard(called) };
}, STARTING_MS);

async function spoken(input: string): Promise<Float32Array> {
  const fields = { model: "synth-v1", voice: "ayla", input, response_format: "wav" };
  const answer = await service.call("/v1/audio/speech", speechRequest(fields));
  return parseWav(Buffer.from(await answer.arrayBuffer())).samples;
}

/** Interleaved samples of 16 bits; channels that are too short end in silence. */
function interleaved(channels: readonly Float32Array[], write: "writeInt16LE" | "writeInt16BE") {
  const frames = Math.max(...channels.map(({ length }) => length));
  const bytes = Buffer.alloc(2 * frames * channels.length);
  for (const [channel, samples] of channels.entries()) {
    for (const [frame, sample] of samples.entries()) {
      bytes[write](Math.round(sample * 32_767), 2 * (frame * channels.length + channel));
    }
  }
  return bytes;
}

function wavOf(...channels: readonly Float32Array[]): Buffer {
  const data = interleaved(channels, "writeInt16LE");
  const header = Buffer.alloc(44);
  header.write("RIFF", 0);
  header.writeUInt32LE(36 + data.length, 4);
  header.write("WAVEfmt ", 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(channels.length, 22);
  header.writeUInt32LE(RATE_HZ, 24);
  header.writeUInt32LE(RATE_HZ * 2 * channels.length, 28);
  header.writeUInt16LE(2 * channels.length, 32);
  header.writeUInt16LE(16, 34);
  header.write("data", 36);
  header.writeUInt32LE(data.length, 40);
  return Buffer.concat([header, data]);
}

/** A file that only the decoder reads. */
function auOf(...channels: readonly Float32Array[]): Buffer {
  const data = interleaved(channels, "writeInt16BE");
  const header = Buffer.alloc(24);
  header.write(".snd", 0);
  for (const [at, value] of [24, data.length, 3, RATE_HZ, channels.length].entries()) {
    header.writeUInt32BE(value, 4 + 4 * at);
  }
  return Buffer.concat([header, data]);
}

async function transcribe(file: Buffer, fields: Readonly<Record<string, string>> = {}) {
  const allFields = { model: "transcribe-1", channels: "separate", ...fields };
  const body = transcriptionForm(file, allFields);
  const answer = await service.call("/v1/audio/transcriptions", { method: "POST", body });
  return { status: answer.status, body: (await answer.json()) as Answer };
}

interface Answer {
  readonly text: string;
  readonly channels: readonly { readonly channel: number; readonly text: string }[];
  readonly words: readonly { readonly word: string; readonly channel: number }[];
  readonly duration: number;
  readonly usage: { readonly seconds: number };
  readonly error: unknown;
}

describe.each([
  ["WAV", wavOf],
  ["a file that is decoded", auOf],
])("channels of %s", (_name, fileOf) => {
  test("are transcribed by themselves and counted together", async () => {
    const { status, body } = await transcribe(fileOf(caller, called));
    expect(status).toBe(200);
    expect(body.channels).toEqual([
      { channel: 0, text: texts.caller },
      { channel: 1, text: texts.called },
    ]);
    const seconds = Math.max(caller.length, called.length) / RATE_HZ;
    expect(body.usage.seconds).toBeCloseTo(2 * seconds, 0);
  });

  longTest("are one where there is one", async () => {
    const { body } = await transcribe(fileOf(called));
    expect(body.channels).toEqual([{ channel: 0, text: texts.called }]);
    expect(body.usage.seconds).toBeCloseTo(called.length / RATE_HZ, 0);
  });

  longTest("are refused where there are more than two", async () => {
    const { status, body } = await transcribe(fileOf(called, called, called));
    expect(status).toBe(400);
    expect(body.error).toMatchObject({
      code: "invalid_request",
      param: "channels",
      message: /at most 2/,
    });
  });
});

test("verbose_json says the channel of each word", async () => {
  const { body } = await transcribe(wavOf(called, caller), {
    response_format: "verbose_json",
    "timestamp_granularities[]": "word",
    word_confidence: "true",
    smart_format: "true",
  });
  const channelOf = (text: string) => body.words.find(({ word }) => word === text)?.channel;
  expect([channelOf("hava"), channelOf("120")]).toEqual([0, 1]);
});

test("Deepgram's clients get them with multichannel", async () => {
  const answer = await service.call(
    "/v1/listen?model=nova-3&language=tr&multichannel=true&punctuate=true&utterances=true",
    {
      method: "POST",
      headers: { "content-type": "audio/wav" },
      body: new Uint8Array(wavOf(caller, called)),
    },
  );
  expect(await answer.json()).toMatchObject({
    metadata: { channels: 2 },
    results: {
      channels: [
        { alternatives: [{ transcript: texts.caller }] },
        { alternatives: [{ transcript: texts.called }] },
      ],
      utterances: expect.arrayContaining([
        expect.objectContaining({ channel: 0 }),
        expect.objectContaining({ channel: 1 }),
      ]),
    },
  });
});
