import { AudioError } from "../audio-error.ts";
import type { AudioDecoder, DecodingWork } from "./audio-decoder.ts";
import { checkChannel, type ReadChannel } from "../channels.ts";
import { bytesPerSample, isPlainInt16 } from "../sample-decoder.ts";
import type { WavFormat } from "../wav-format.ts";
import { isWav } from "../containers.ts";
import { openWav, readWavFormat, WAV_MARK_BYTES } from "../wav-reader.ts";

/** A recording as it was sent: its size in bytes, and its bytes from the first on, which can be read repeatedly. */
export interface Recording {
  readonly bytes: number;
  read(): AsyncIterable<Uint8Array>;
}

/** A recording whose format is known; its exact duration is known only after reading it. */
export interface OpenAudio {
  /** Sample rate of the samples read, in Hz. */
  readonly sampleRate: number;
  /** Estimated duration, from its size and a typical bit rate. */
  readonly likelySeconds: number;
  /** Upper bound of the duration, and nearly exact; undefined if only decoding can show it. */
  readonly knownSeconds: number | undefined;
  /** Maximum padding that encoders may have added around the audio. */
  readonly paddingSeconds: number;
  /** Reads mono samples in [-1, 1] from the first on; throws AudioError, EngineError or the signal's reason. */
  read(signal: AbortSignal, work: DecodingWork): AsyncIterable<Float32Array>;
  /** Reads the same as 16-bit integers, full scale 32,768; undefined if the recording has other samples. */
  readonly readInt16: ((signal: AbortSignal) => AsyncIterable<Int16Array>) | undefined;
}

const TYPICAL_BYTES_PER_SECOND = 8_000;
const FLAC_MARK = "fLaC";
const PADDING_SECONDS = 0.1;

/**
 * Opens a recording in any format, recognised by its content; a WAV file keeps its sample rate, other formats are decoded
 * at `sampleRate` Hz. With a `channel`, only that one is read. Throws AudioError; for a channel NoSuchChannel or
 * TooManyChannels, or reading throws them.
 */
export async function openAudio(
  recording: Recording,
  decoder: AudioDecoder,
  sampleRate: number,
  channel: ReadChannel = "mixed",
): Promise<OpenAudio> {
  if (recording.bytes === 0) throw new AudioError("empty_audio", "the audio has no bytes");
  const mark = await firstBytes(recording, WAV_MARK_BYTES);
  const wav = isWav(mark) ? await plainWavFormat(recording) : undefined;
  if (wav !== undefined) return wavAudio(recording, wav, channel);
  const isLossless = Buffer.from(mark).toString("latin1").startsWith(FLAC_MARK);
  return {
    sampleRate,
    likelySeconds: recording.bytes / TYPICAL_BYTES_PER_SECOND,
    knownSeconds: undefined,
    paddingSeconds: isLossless ? 0 : PADDING_SECONDS,
    read: (signal, work) => decoder.decode(recording.read(), sampleRate, work, signal, channel),
    readInt16: undefined,
  };
}

/** Returns the format of a WAV file that is read without the decoder; undefined for one that needs it. */
async function plainWavFormat(recording: Recording): Promise<WavFormat | undefined> {
  try {
    return await readWavFormat(() => recording.read());
  } catch (error) {
    if (error instanceof AudioError && error.code === "undecodable_audio") return undefined;
    throw error;
  }
}

function wavAudio(
  recording: Recording,
  { sampleRate, channels, encoding }: WavFormat,
  channel: ReadChannel,
): OpenAudio {
  checkChannel(channel, channels);
  const bytesPerSecond = sampleRate * channels * bytesPerSample(encoding);
  const seconds = recording.bytes / bytesPerSecond;
  return {
    sampleRate,
    likelySeconds: seconds,
    knownSeconds: seconds,
    paddingSeconds: 0,
    async *read() {
      yield* (await openWav(() => recording.read(), channel)).samples;
    },
    readInt16: isPlainInt16(encoding, channels) ? () => int16SamplesOf(recording) : undefined,
  };
}

async function* int16SamplesOf(recording: Recording): AsyncGenerator<Int16Array> {
  const { int16Samples } = await openWav(() => recording.read());
  if (int16Samples === undefined) throw new Error("the recording has changed since it was opened");
  yield* int16Samples;
}

async function firstBytes(recording: Recording, count: number): Promise<Uint8Array> {
  let bytes = Buffer.alloc(0);
  for await (const piece of recording.read()) {
    bytes = Buffer.concat([bytes, piece.subarray(0, count - bytes.length)]);
    if (bytes.length === count) break;
  }
  return bytes;
}
