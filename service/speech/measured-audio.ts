import type { DecodingWork } from "../engine/audio/decoding/audio-decoder.ts";
import type { OpenAudio } from "../engine/audio/decoding/open-audio.ts";
import { Resampler } from "../engine/audio/resampler.ts";
import { toWire, type Samples } from "../engine/process/audio-pipe.ts";
import { LIMITS } from "../contract/limits.ts";
import { ApiError } from "../contract/errors.ts";

/** Recordings up to this length come before longer ones. */
const SHORT_SECONDS = 60;

/** A recording whose length was found by decoding it, since what a file says, and its size, need not be true. */
export interface MeasuredAudio {
  readonly seconds: number;
  readonly urgency: DecodingWork["urgency"];
  /** Reads the samples at the rate that was asked for; throws AudioError, EngineError, or the signal's reason. */
  read(signal: AbortSignal): AsyncIterable<Samples>;
}

/**
 * Finds how long a recording is, opened at the rate that is asked for, and keeps a short one as it was decoded. One that
 * is longer than it seemed has no longer the places of short ones. Rejects with ApiError (audio_too_long), AudioError,
 * EngineError, or the signal's reason.
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
          (await listen(audio, long, false, signal)).seconds;
    const urgency = seconds <= SHORT_SECONDS ? "short" : "long";
    return { seconds, urgency, read: (reading) => samplesAt(audio, sampleRate, long, reading) };
  }
  const isLikelyShort = audio.likelySeconds <= SHORT_SECONDS;
  const asItSeems = isLikelyShort ? ({ ...long, urgency: "short" } as const) : long;
  const first = await listen(audio, asItSeems, isLikelyShort, signal);
  const isLonger = isLikelyShort && first.pieces === undefined;
  const { seconds, pieces } = isLonger ? await listen(audio, long, false, signal) : first;
  return pieces === undefined
    ? { seconds, urgency: "long", read: (reading) => audio.read(reading, long) }
    : { seconds, urgency: "short", read: () => inTurn(pieces) };
}

/** Decodes a recording to its end, or no further than the end of a short one; has its samples where it is one. */
async function listen(
  audio: OpenAudio,
  work: DecodingWork,
  isShortAlone: boolean,
  signal: AbortSignal,
): Promise<{ readonly seconds: number; readonly pieces: readonly Int16Array[] | undefined }> {
  const { sampleRate, paddingSeconds } = audio;
  const most = (LIMITS.audioSeconds + paddingSeconds) * sampleRate;
  let count = 0;
  let pieces: Int16Array[] | undefined = [];
  for await (const samples of audio.read(signal, work)) {
    count += samples.length;
    if (count > most) throw audioTooLong();
    if (count > SHORT_SECONDS * sampleRate) pieces = undefined;
    pieces?.push(toWire(samples, new Int16Array(samples.length)));
    if (pieces === undefined && isShortAlone) break;
    signal.throwIfAborted();
  }
  return { seconds: count / sampleRate, pieces };
}

async function* inTurn(pieces: readonly Int16Array[]): AsyncGenerator<Samples> {
  yield* pieces;
}

function audioTooLong(): ApiError {
  return new ApiError("audio_too_long", "The audio is longer than 2 hours.", "file");
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
