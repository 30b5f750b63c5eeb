import { longTest, shortTest } from "../../support/lengths.ts";
import OpenAI, { toFile } from "openai";
import { afterAll, beforeAll, describe, expect } from "vitest";
import { toS16le, wavHeader } from "#service/engine/audio/wav-writer.ts";
import { parseWav } from "../../../probes/speech/wav.ts";
import { fixtureClip, transcriptionForm } from "../../support/service/speech-service.ts";
import {
  speechServiceInTurn,
  type SpeechServiceInTurn,
} from "../../support/service/speech-service-in-turn.ts";

let service: SpeechServiceInTurn;
let clip: Float32Array;
beforeAll(async () => {
  service = await speechServiceInTurn();
  clip = parseWav((await fixtureClip()).wav).samples;
});
afterAll(() => service[Symbol.asyncDispose]());

const RATE = 16_000;

/** The fixture clip several times, with pauses between. */
function repeated(times: number): Buffer {
  const part = new Float32Array(clip.length + RATE);
  part.set(clip);
  const pcm = toS16le(part);
  return Buffer.concat([
    wavHeader(RATE, part.length * times),
    ...Array.from({ length: times }, () => pcm),
  ]);
}

const client = () =>
  new OpenAI({ apiKey: service.key, baseURL: `${service.url}/v1`, maxRetries: 0 });

const streamed = async (wav: Buffer) =>
  client().audio.transcriptions.create({
    model: "whisper-1",
    file: await toFile(wav, "recording.wav"),
    stream: true,
  });

const request = (
  wav: Buffer,
  fields: Readonly<Record<string, string>> = {},
  init: RequestInit = {},
) =>
  service.call("/v1/audio/transcriptions", {
    method: "POST",
    body: transcriptionForm(wav, { model: "transcribe-1", stream: "true", ...fields }),
    ...init,
  });

/** Waits until the model has nothing to do. */
async function modelIsIdle(): Promise<void> {
  await expect
    .poll(() => service.engine.defaultOf("transcription")?.queue.running, { timeout: 20_000 })
    .toBe(0);
}

describe("POST /v1/audio/transcriptions, stream=true", () => {
  shortTest(
    "sends sentences as they settle, and at the end the whole text and what it costs",
    async () => {
      const wav = repeated(6);
      const whole = await client().audio.transcriptions.create({
        model: "whisper-1",
        file: await toFile(wav, "recording.wav"),
      });
      const deltas: string[] = [];
      let done: unknown;
      for await (const event of await streamed(wav)) {
        expect(done).toBeUndefined();
        if (event.type === "transcript.text.delta") deltas.push(event.delta);
        else done = event;
      }
      expect(deltas.length).toBeGreaterThanOrEqual(6);
      expect(deltas.join("")).toBe(whole.text);
      const seconds = (6 * (clip.length + RATE)) / RATE;
      expect(done).toEqual({
        type: "transcript.text.done",
        text: whole.text,
        usage: { type: "duration", seconds: expect.closeTo(seconds, 2) },
      });
    },
  );

  shortTest("silence has an end alone", async () => {
    const answer = await request(Buffer.concat([wavHeader(RATE, RATE), Buffer.alloc(2 * RATE)]));
    expect(answer.headers.get("content-type")).toMatch(/^text\/event-stream/);
    expect(await answer.text()).toBe(
      'event: transcript.text.done\ndata: {"type":"transcript.text.done","text":"","usage":{"type":"duration","seconds":1}}\n\n',
    );
  });

  shortTest("what is wrong from the beginning is a status", async () => {
    const broken = await request(Buffer.from("this is no audio at all"));
    expect(broken.status).toBe(400);
    expect(await broken.json()).toMatchObject({ error: { code: "undecodable_audio" } });
    const subtitles = await request(repeated(1), { response_format: "srt" });
    expect(subtitles.status).toBe(400);
    expect(await subtitles.json()).toMatchObject({ error: { param: "stream" } });
  });

  longTest(
    "a client that leaves ends the work",
    async () => {
      const leaving = new AbortController();
      const answer = await request(repeated(150), {}, { signal: leaving.signal });
      const reader = answer.body!.getReader();
      await reader.read();
      expect(service.engine.defaultOf("transcription")?.queue.running).toBe(1);
      leaving.abort();
      await expect(reader.closed).rejects.toThrow(/abort/);
      await modelIsIdle();
    },
    60_000,
  );

  longTest(
    "a failure in the middle is an error event",
    async () => {
      const answer = await request(repeated(150));
      expect(answer.status).toBe(200);
      const reader = answer.body!.getReader();
      await reader.read();
      for (const pid of service.engine.defaultOf("transcription")!.pids)
        process.kill(pid, "SIGKILL");
      let last = "";
      for (;;) {
        const { done, value } = await reader.read();
        if (done) break;
        last += Buffer.from(value).toString("utf8");
      }
      const [, message] = last.match(/(?:^|\n\n)event: error\ndata: (.*)\n\n$/u) ?? [];
      expect(JSON.parse(message ?? "{}")).toMatchObject({
        type: "error",
        error: { code: "model_loading", type: "server_error" },
      });
      await modelIsIdle();
    },
    60_000,
  );
});
