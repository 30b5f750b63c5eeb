import { readFile } from "node:fs/promises";
import { beforeAll, describe, expect, test } from "vitest";
import {
  fixtureClip,
  sharedSpeechService,
  transcriptionForm,
  type SharedSpeechService,
} from "../../support/service/speech-service.ts";
import { openStream } from "../../support/service/stream-client.ts";

const WAV_HEADER = 44;
const warnings = [
  {
    code: "language_not_turkish",
    message: "The speech is probably not Turkish, and only Turkish is transcribed.",
  },
];

describe("speech that is not Turkish", () => {
  let service: SharedSpeechService;
  let german: Buffer;
  beforeAll(async () => {
    service = await sharedSpeechService();
    german = await readFile("fixtures/audio/german.wav");
  });

  async function transcript(wav: Buffer, format: string): Promise<Record<string, unknown>> {
    const answer = await service.call("/v1/audio/transcriptions", {
      method: "POST",
      body: transcriptionForm(wav, { model: "transcribe-1", response_format: format }),
    });
    expect(answer.status).toBe(200);
    return (await answer.json()) as Record<string, unknown>;
  }

  async function final(pcm: Buffer): Promise<Record<string, unknown>> {
    using stream = await openStream(service.url, { credential: service.key });
    for (let at = 0; at < pcm.length; at += 32_000) {
      stream.socket.send(pcm.subarray(at, at + 32_000));
    }
    stream.say({ type: "end" });
    return await stream.message("transcript.final");
  }

  test("is warned of in json, in verbose_json and at the end of a live stream", async () => {
    expect(await transcript(german, "verbose_json")).toMatchObject({ warnings });
    expect(await transcript(german, "json")).toMatchObject({ warnings });
    expect(await final(german.subarray(WAV_HEADER))).toMatchObject({ warnings });
  });

  test("is not warned of in Turkish and in silence", async () => {
    const { wav } = await fixtureClip();
    expect(await transcript(wav, "verbose_json")).not.toHaveProperty("warnings");
    expect(await final(wav.subarray(WAV_HEADER))).not.toHaveProperty("warnings");
    expect(await final(Buffer.alloc(5 * 32_000))).not.toHaveProperty("warnings");
  });
});
