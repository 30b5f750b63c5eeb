import { setTimeout as sleep } from "node:timers/promises";
import { speechRequest, type SpeechService } from "../support/service/speech-service.ts";
import { openStream } from "../support/service/stream-client.ts";

const FRAME_BYTES = 3200;
const FRAME_MS = 100;

const TEN_WORDS = "Yarın sabah saat dokuzda okulun önünde seninle buluşup birlikte yürüyeceğiz.";

/**
 * Streams 16-bit samples at 16 kHz as fast as they are spoken; returns milliseconds from `end` to the final transcript.
 */
export async function finalTranscriptMs(
  service: SpeechService,
  pcm: Buffer,
  model = "transcribe-1",
): Promise<number> {
  using client = await openStream(service.url, { credential: service.key, query: { model } });
  await client.message("session.started");
  const startedAtMs = performance.now();
  for (let at = 0, frame = 1; at < pcm.length; at += FRAME_BYTES, frame += 1) {
    await sleep(Math.max(0, startedAtMs + frame * FRAME_MS - performance.now()));
    client.socket.send(pcm.subarray(at, at + FRAME_BYTES));
  }
  const endedAtMs = performance.now();
  client.socket.send(JSON.stringify({ type: "end" }));
  await client.message("transcript.final");
  const elapsedMs = performance.now() - endedAtMs;
  await client.closed();
  return elapsedMs;
}

/** Returns milliseconds from a request for a ten-word sentence to the first samples of the answer. */
export async function firstAudioMs(
  service: SpeechService,
  model: string,
  voice: string,
): Promise<number> {
  const startedAtMs = performance.now();
  const answer = await service.call(
    "/v1/audio/speech",
    speechRequest({ model, voice, input: TEN_WORDS, response_format: "pcm" }),
  );
  const reader = answer.body?.getReader();
  const first = await reader?.read();
  const elapsedMs = performance.now() - startedAtMs;
  if (!answer.ok || first?.value === undefined) {
    throw new Error(`${model} answered ${answer.status} without audio`);
  }
  while (!(await reader?.read())?.done);
  return elapsedMs;
}
