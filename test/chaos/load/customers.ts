import { setTimeout as sleep } from "node:timers/promises";
import { within } from "#database/within.ts";
import {
  fixtureClip,
  speechRequest,
  transcriptionForm,
} from "../../support/service/speech-service.ts";
import { openStream } from "../../support/service/stream-client.ts";
import type { System } from "../system/system.ts";
import { ask, askApi, type Client, TIMEOUT_MS } from "./client.ts";
import type { UsageTally } from "./usage.ts";

const BYTES_PER_SECOND = 32_000;
const WAV_HEADER_BYTES = 44;
const STREAM_SECONDS = 2;
const FRAME_MS = 100;
const INPUT = "Merhaba dünya.";
const SPEAKING_MODELS = ["synth-v2", "synth-v1"];
const PAGES = [
  ["web", "/"],
  ["docs", "/docs"],
  ["dashboard", "/dashboard"],
  ["demo", "/demo"],
] as const;

/** Those who have files and live audio transcribed, have speech generated, and read the pages. */
export async function customersOf(
  { url }: System,
  key: string,
  usage: UsageTally,
): Promise<readonly Client[]> {
  const { wav } = await fixtureClip();
  const clipSeconds = (wav.length - WAV_HEADER_BYTES) / BYTES_PER_SECOND;
  const audio = wav.subarray(
    WAV_HEADER_BYTES,
    WAV_HEADER_BYTES + STREAM_SECONDS * BYTES_PER_SECOND,
  );

  const transcriber: Client = {
    place: "stt-file",
    everyMs: 1000,
    visit: () => {
      const sent = { method: "POST", body: transcriptionForm(wav) };
      const answer = askApi(new URL("/v1/audio/transcriptions", url), key, sent);
      return usage.count({ audioSeconds: clipSeconds }, answer);
    },
  };
  let turn = 0;
  const speaker: Client = {
    place: "tts",
    everyMs: 1000,
    visit: () => {
      const model = SPEAKING_MODELS[turn++ % SPEAKING_MODELS.length];
      const { headers, ...request } = speechRequest({ model, voice: "ayla", input: INPUT });
      const authorization = `Bearer ${key}`;
      const sent = { ...request, headers: { ...(headers as object), authorization } };
      const answer = ask(new URL("/v1/audio/speech", url), sent);
      return usage.count({ characters: INPUT.length }, answer);
    },
  };
  const streamer: Client = {
    place: "stt-stream",
    everyMs: 500,
    visit: () => {
      const answer = within(TIMEOUT_MS, streamLive(url, key, audio));
      return usage.count({ audioSeconds: audio.length / BYTES_PER_SECOND }, answer);
    },
  };
  const readers = PAGES.map(([place, path]): Client => ({
    place,
    everyMs: 1000,
    visit: async () => void (await ask(new URL(path, url))),
  }));
  return [transcriber, speaker, streamer, ...readers];
}

/** Sends audio at the pace at which it is spoken, and waits for the final transcript. */
async function streamLive(url: string, key: string, audio: Buffer): Promise<void> {
  using client = await openStream(url, { credential: key });
  const frameBytes = (BYTES_PER_SECOND * FRAME_MS) / 1000;
  for (let at = 0; at < audio.length; at += frameBytes) {
    client.socket.send(audio.subarray(at, at + frameBytes));
    await sleep(FRAME_MS);
  }
  client.say({ type: "end" });
  await client.message("transcript.final");
}
