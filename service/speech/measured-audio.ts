import type { DecodingWork } from "../engine/audio/decoding/audio-decoder.ts";
import type { OpenAudio } from "../engine/audio/decoding/open-audio.ts";
import { KeptSamples } from "../engine/audio/kept-samples.ts";
import { Resampler } from "../engine/audio/resampler.ts";
import { toWire, type Samples } from "../engine/process/audio-pipe.ts";
import { LIMITS } from "../contract/limits.ts";
import { ApiError } from "../contract/errors.ts";

/** Recordings up to this length have priority over longer ones. */
const SHORT_SECONDS = 60;

/** A recording whose length was checked by decoding where a file's header or size may be wrong. */
export interface MeasuredAudio extends AsyncDisposable {
  readonly seconds: number;
  readonly urgency: DecodingWork["urgency"];
  /** Reads the samples at the requested rate; throws AudioError, EngineError, or the signal's reason. */
  read(signal: AbortSignal): AsyncIterable<Samples>;
}

/**
 * Measures the length of a recording, opened at `sampleRate`, and keeps the decoded samples: of a short one in memory, of a
 * long one on disk; where there is no room, it is decoded again. One that turns out longer than estimated loses the priority of
 * short ones. Rejects with ApiError (audio_too_long), AudioError, EngineError, or the signal's reason.
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
        : // Much of the file may be something other than audio.
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

/** Decodes a recording to its end without keeping samples, and returns its length in seconds. */
async function secondsOf(
  audio: OpenAudio,
  work: DecodingWork,
  signal: AbortSignal,
): Promise<number> {
  let seconds = 0;
  for await (const heard of piecesOf(audio, work, signal)) ({ seconds } = heard);
  return seconds;
}

/** Decodes a recording to its end and keeps it in memory; undefined if it is longer than SHORT_SECONDS. */
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
  return bufferedAudio(pieces, seconds);
}

/** Decodes a recording to its end and keeps it in memory or on disk. */
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
  if (seconds <= SHORT_SECONDS) return bufferedAudio(pieces, seconds);
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

/** Yields a recording in 16 bits, each piece with the seconds decoded so far; throws ApiError (audio_too_long). */
async function* piecesOf(audio: OpenAudio, work: DecodingWork, signal: AbortSignal) {
  const { sampleRate, paddingSeconds } = audio;
  const max = (LIMITS.audioSeconds + paddingSeconds) * sampleRate;
  let count = 0;
  for await (const samples of audio.read(signal, work)) {
    count += samples.length;
    if (count > max) throw audioTooLong();
    yield { samples: toWire(samples, new Int16Array(samples.length)), seconds: count / sampleRate };
    signal.throwIfAborted();
  }
}

function bufferedAudio(pieces: readonly Int16Array[], seconds: number): MeasuredAudio {
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

/** Yields the audio at another sample rate; 16-bit audio that already has it is not converted. */
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
