import { setTimeout as sleep } from "node:timers/promises";
import type { Transcriber } from "#service/engine/model/model.ts";
import { RecognitionHost } from "#service/engine/process/recognition-host.ts";
import { toWire } from "#service/engine/process/audio-pipe.ts";
import { REPORT_SECONDS } from "#service/engine/pool/remote-recognition.ts";

const PIECE_MS = 100;
const STREAM_SECONDS = 6;
/** Streams are kept up with when this share of them has its final transcript in time. */
const IN_TIME = { share: 0.95, ms: 300 };
/** How many streams are tried first, and to what part of them the answer is found. */
const SEARCH = { first: 16, precision: 8 };
const MAX_STREAMS = 1024;

/**
 * Returns how many live streams one model process keeps up with: the most, to an eighth by default, of which 95 % have their
 * final transcript 300 ms after their end. All streams speak at once, each at its own moment of the audio.
 */
export async function sustainedStreams(
  transcriber: Transcriber,
  speech: Float32Array,
  { first, precision } = SEARCH,
): Promise<number> {
  const wire = toWire(speech, new Int16Array(speech.length));
  let sustained = 0;
  let tooMany = first;
  while (tooMany <= MAX_STREAMS && (await keepsUp(transcriber, wire, tooMany))) {
    sustained = tooMany;
    tooMany *= 2;
  }
  while (tooMany - sustained > Math.max(1, sustained / precision)) {
    const streams = Math.round((sustained + tooMany) / 2);
    if (await keepsUp(transcriber, wire, streams)) sustained = streams;
    else tooMany = streams;
  }
  return sustained;
}

async function keepsUp(
  transcriber: Transcriber,
  speech: Int16Array,
  streams: number,
): Promise<boolean> {
  const finishedAtMs = new Map<number, number>();
  const allFinished = Promise.withResolvers<void>();
  const host = new RecognitionHost(transcriber, (message) => {
    if (message.type === "failed") allFinished.reject(new Error(message.message));
    if (message.type !== "progress" || !message.progress.finished) return;
    finishedAtMs.set(message.id, performance.now());
    if (finishedAtMs.size === streams) allFinished.resolve();
  });
  const ids = Array.from({ length: streams }, (_, id) => id);
  const endedAtMs = new Map<number, number>();
  const options = { preferred: [] };
  for (const id of ids) host.open({ id, options, reportSeconds: REPORT_SECONDS.live });
  await Promise.all(
    ids.map(async (id) => {
      await sleep((id * PIECE_MS) / streams);
      await speakLive(host, id, speech);
      endedAtMs.set(id, performance.now());
      host.end(id);
    }),
  );
  await allFinished.promise;
  const inTime = ids.filter((id) => finishedAtMs.get(id)! - endedAtMs.get(id)! <= IN_TIME.ms);
  return inTime.length >= IN_TIME.share * streams;
}

async function speakLive(host: RecognitionHost, id: number, speech: Int16Array): Promise<void> {
  const pieceSamples = (16_000 * PIECE_MS) / 1000;
  const offset = (id * 7919 * pieceSamples) % (speech.length / 2);
  const startedAtMs = performance.now();
  for (let piece = 0; piece < (STREAM_SECONDS * 1000) / PIECE_MS; piece += 1) {
    const dueAtMs = startedAtMs + (piece + 1) * PIECE_MS;
    await sleep(Math.max(0, dueAtMs - performance.now()));
    const at = Math.floor(offset) + piece * pieceSamples;
    host.accept(id, speech.subarray(at, at + pieceSamples));
  }
}
