import type { DecodingWork } from "../engine/audio/decoding/audio-decoder.ts";
import type { OpenAudio } from "../engine/audio/decoding/open-audio.ts";
import { KeptSamples } from "../engine/audio/kept-samples.ts";
import { Resampler } from "../engine/audio/resampler.ts";
import { toWire, type Samples } from "../engine/process/audio-pipe.ts";
import { LIMITS } from "../contract/limits.ts";
import { ApiError } from "../contract/errors.ts";

/** Recordings up to this length come before longer ones. */
const SHORT_SECONDS = 60;

/** A recording whose length was found by decoding it, since what a file says, and its size, need not be true. */
export interface MeasuredAudio extends AsyncDisposable {
  readonly seconds: number;
  readonly urgency: DecodingWork["urgency"];
  /** Reads the samples at the rate that was asked for; throws AudioError, EngineError, or the signal's reason. */
  read(signal: AbortSignal): AsyncIterable<Samples>;
}

/**
 * Finds how long a recording is, opened at the rate that is asked for, and keeps it as it was decoded: a short one in memory, a long
 * one on disk, or where there is no room it is decoded again. One that is longer than it seemed has no longer the places of short
 * ones. Rejects with ApiError (audio_too_long), AudioError, EngineError, or the signal's reason.
 */
export async function measureAudio(
  audio: OpenAudio,
  sampleRate: number,
  isAnonymous: boolean,
  signal: AbortSignal,
): Promise<MeasuredAudio> {
  const long = { urgency: "long", isAnonymous } as const;
  if (audio.knownSeconds !== undefined) {
    const seconds =
      audio.knownSeconds <= LIMITS.audioSeconds
        ? audio.knownSeconds
        : // Most of the file need not be audio.
          await secondsOf(audio, long, signal);
    const urgency = seconds <= SHORT_SECONDS ? "short" : "long";
    const read = (reading: AbortSignal) => samplesAt(audio, sampleRate, long, reading);
    return { seconds, urgency, read, [Symbol.asyncDispose]: nothingKept };
  }
  if (audio.likelySeconds <= SHORT_SECONDS) {
    const short = await listenToShort(audio, { ...long, urgency: "short" }, signal);
    if (short !== undefined) return short;
  }
  return await listen(audio, long, signal);
}

/** Decodes a recording to its end, and keeps nothing. */
async function secondsOf(
  audio: OpenAudio,
  work: DecodingWork,
  signal: AbortSignal,
): Promise<number> {
  let seconds = 0;
  for await (const heard of piecesOf(audio, work, signal)) ({ seconds } = heard);
  return seconds;
}

/** Decodes a recording to its end, unless it is no short one: then undefined. */
async function listenToShort(
  audio: OpenAudio,
  work: DecodingWork,
  signal: AbortSignal,
): Promise<MeasuredAudio | undefined> {
  const pieces: Int16Array[] = [];
  let seconds = 0;
  for await (const heard of piecesOf(audio, work, signal)) {
    ({ seconds } = heard);
    if (seconds > SHORT_SECONDS) return undefined;
    pieces.push(heard.samples);
  }
  return inMemory(pieces, seconds);
}

/** Decodes a recording to its end. */
async function listen(
  audio: OpenAudio,
  work: DecodingWork,
  signal: AbortSignal,
): Promise<MeasuredAudio> {
  await using stack = new AsyncDisposableStack();
  const kept = stack.use(await KeptSamples.open());
  let pieces: Int16Array[] = [];
  let seconds = 0;
  let isRoom = true;
  for await (const heard of piecesOf(audio, work, signal)) {
    ({ seconds } = heard);
    pieces.push(heard.samples);
    if (seconds <= SHORT_SECONDS) continue;
    for (const piece of pieces) isRoom &&= await kept.append(piece);
    pieces = [];
  }
  if (seconds <= SHORT_SECONDS) return inMemory(pieces, seconds);
  if (!isRoom) {
    const read = (reading: AbortSignal) => audio.read(reading, work);
    return { seconds, urgency: "long", read, [Symbol.asyncDispose]: nothingKept };
  }
  const held = stack.move();
  return {
    seconds,
    urgency: "long",
    read: () => kept.read(),
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  };
}

/** Yields a recording in 16 bits, and how many seconds were heard with each piece; throws ApiError beyond what is taken. */
async function* piecesOf(audio: OpenAudio, work: DecodingWork, signal: AbortSignal) {
  const { sampleRate, paddingSeconds } = audio;
  const most = (LIMITS.audioSeconds + paddingSeconds) * sampleRate;
  let count = 0;
  for await (const samples of audio.read(signal, work)) {
    count += samples.length;
    if (count > most) throw audioTooLong();
    yield { samples: toWire(samples, new Int16Array(samples.length)), seconds: count / sampleRate };
    signal.throwIfAborted();
  }
}

function inMemory(pieces: readonly Int16Array[], seconds: number): MeasuredAudio {
  const read = () => inTurn(pieces);
  return { seconds, urgency: "short", read, [Symbol.asyncDispose]: nothingKept };
}

async function nothingKept(): Promise<void> {}

async function* inTurn(pieces: readonly Int16Array[]): AsyncGenerator<Samples> {
  yield* pieces;
}

function audioTooLong(): ApiError {
  return new ApiError("audio_too_long", undefined, "file");
}

/** The audio at another sample rate; what has that rate and 16 bits stays as it is. */
async function* samplesAt(
  audio: OpenAudio,
  sampleRate: number,
  work: DecodingWork,
  signal: AbortSignal,
): AsyncGenerator<Samples> {
  if (audio.sampleRate === sampleRate && audio.readInt16 !== undefined) {
    yield* audio.readInt16(signal);
    return;
  }
  const resampler = new Resampler(audio.sampleRate, sampleRate);
  for await (const samples of audio.read(signal, work)) yield resampler.push(samples);
  yield resampler.end();
}
