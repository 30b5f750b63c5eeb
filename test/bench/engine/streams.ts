import { setTimeout as sleep } from "node:timers/promises";
import type { Transcriber } from "#service/engine/model/model.ts";
import { RecognitionHost } from "#service/engine/process/recognition-host.ts";
import { toWire } from "#service/engine/process/audio-pipe.ts";
import { REPORT_SECONDS } from "#service/engine/pool/remote-recognition.ts";

const PIECE_MS = 100;
const STREAM_SECONDS = 6;
const SHARE_IN_TIME = 0.95;

/** When live streams count as kept up with. */
export interface Pace {
  /** Of 95 % of the streams, milliseconds from their end to their final transcript. */
  readonly finalMs: number;
  /** Of 95 % of all reports, milliseconds that the newest audio they cover is old; without it they are not watched. */
  readonly reportMs?: number;
  /** Milliseconds within which the streams begin. */
  readonly beginWithinMs: number;
}

/** All streams speak and end at once. */
export const AT_ONCE: Pace = { finalMs: 300, beginWithinMs: PIECE_MS };
/** Streams of people, who begin and end at times of their own. */
export const OF_PEOPLE: Pace = {
  finalMs: 500,
  reportMs: 700,
  beginWithinMs: STREAM_SECONDS * 1000,
};

/** How many streams are tried first, and to what part of them the answer is found. */
const SEARCH = { first: 16, precision: 8 };
const MAX_STREAMS = 1024;

/**
 * Returns how many live streams one model process keeps up with at a pace: the most, to an eighth by default. Each stream
 * speaks its own part of the audio.
 */
export async function sustainedStreams(
  transcriber: Transcriber,
  speech: Float32Array,
  pace: Pace,
  { first, precision } = SEARCH,
): Promise<number> {
  const wire = toWire(speech, new Int16Array(speech.length));
  let sustained = 0;
  let tooMany = first;
  while (tooMany <= MAX_STREAMS && (await keepsUp(transcriber, wire, tooMany, pace))) {
    sustained = tooMany;
    tooMany *= 2;
  }
  while (tooMany - sustained > Math.max(1, sustained / precision)) {
    const streams = Math.round((sustained + tooMany) / 2);
    if (await keepsUp(transcriber, wire, streams, pace)) sustained = streams;
    else tooMany = streams;
  }
  return sustained;
}

async function keepsUp(
  transcriber: Transcriber,
  speech: Int16Array,
  streams: number,
  { finalMs, reportMs = Infinity, beginWithinMs }: Pace,
): Promise<boolean> {
  const startedAtMs = new Map<number, number>();
  const finishedAtMs = new Map<number, number>();
  const delaysMs: number[] = [];
  const allFinished = Promise.withResolvers<void>();
  const host = new RecognitionHost(transcriber, (message) => {
    if (message.type === "failed") allFinished.reject(new Error(message.message));
    if (message.type !== "progress") return;
    const { finished, decodedSeconds } = message.progress;
    const spokenAtMs = startedAtMs.get(message.id)! + decodedSeconds * 1000;
    if (!finished) {
      delaysMs.push(performance.now() - spokenAtMs);
      return;
    }
    finishedAtMs.set(message.id, performance.now());
    if (finishedAtMs.size === streams) allFinished.resolve();
  });
  const ids = Array.from({ length: streams }, (_, id) => id);
  const endedAtMs = new Map<number, number>();
  const options = { preferred: [] };
  for (const id of ids) host.open({ id, options, reportSeconds: REPORT_SECONDS.live });
  await Promise.all(
    ids.map(async (id) => {
      await sleep((id * beginWithinMs) / streams);
      startedAtMs.set(id, performance.now());
      await speakLive(host, id, speech);
      endedAtMs.set(id, performance.now());
      host.end(id);
    }),
  );
  await allFinished.promise;
  const finals = ids.map((id) => finishedAtMs.get(id)! - endedAtMs.get(id)!);
  return areInTime(finals, finalMs) && areInTime(delaysMs, reportMs);
}

function areInTime(delaysMs: readonly number[], ms: number): boolean {
  return delaysMs.filter((delay) => delay <= ms).length >= SHARE_IN_TIME * delaysMs.length;
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
