import { AudioError } from "../audio-error.ts";
import type { AudioDecoder, DecodingWork } from "./audio-decoder.ts";
import { bytesPerSample, isPlainInt16 } from "../sample-decoder.ts";
import type { WavFormat } from "../wav-format.ts";
import { isWav } from "../containers.ts";
import { openWav, readWavFormat, WAV_MARK_BYTES } from "../wav-reader.ts";

/** A recording as it was sent: its size in bytes, and its bytes from the first on, as often as they are asked for. */
export interface Recording {
  readonly bytes: number;
  read(): AsyncIterable<Uint8Array>;
}

/** A recording whose format is known; how long it really is shows when it is read. */
export interface OpenAudio {
  /** Samples per second of what is read. */
  readonly sampleRate: number;
  /** How long it is, judged by its size and what is usual. */
  readonly likelySeconds: number;
  /** It is no longer than this, and hardly shorter; undefined where decoding alone can tell. */
  readonly knownSeconds: number | undefined;
  /** What encoders may have put around the audio that they were given. */
  readonly paddingSeconds: number;
  /** Reads mono samples in [-1, 1] from the first on; throws AudioError, EngineError or the signal's reason. */
  read(signal: AbortSignal, work: DecodingWork): AsyncIterable<Float32Array>;
  /** Reads the same as 16-bit integers, full scale 32,768, where the recording holds these; otherwise undefined. */
  readonly readInt16: ((signal: AbortSignal) => AsyncIterable<Int16Array>) | undefined;
}

const USUAL_BYTES_PER_SECOND = 8_000;
const FLAC_MARK = "fLaC";
const PADDING_SECONDS = 0.1;

/** Opens a recording in any format, told by its content, at `sampleRate` hertz unless it is WAV; throws AudioError. */
export async function openAudio(
  recording: Recording,
  decoder: AudioDecoder,
  sampleRate: number,
): Promise<OpenAudio> {
  if (recording.bytes === 0) throw new AudioError("empty_audio", "the audio has no bytes");
  const mark = await firstBytes(recording, WAV_MARK_BYTES);
  const wav = isWav(mark) ? await plainWavFormat(recording) : undefined;
  if (wav !== undefined) return wavAudio(recording, wav);
  const isLossless = Buffer.from(mark).toString("latin1").startsWith(FLAC_MARK);
  return {
    sampleRate,
    likelySeconds: recording.bytes / USUAL_BYTES_PER_SECOND,
    knownSeconds: undefined,
    paddingSeconds: isLossless ? 0 : PADDING_SECONDS,
    read: (signal, work) => decoder.decode(recording.read(), sampleRate, work, signal),
    readInt16: undefined,
  };
}

/** The format of a WAV file whose samples are read here; undefined for one that is left to the decoder. */
async function plainWavFormat(recording: Recording): Promise<WavFormat | undefined> {
  try {
    return await readWavFormat(() => recording.read());
  } catch (error) {
    if (error instanceof AudioError && error.code === "undecodable_audio") return undefined;
    throw error;
  }
}

function wavAudio(recording: Recording, { sampleRate, channels, encoding }: WavFormat): OpenAudio {
  const bytesPerSecond = sampleRate * channels * bytesPerSample(encoding);
  const seconds = recording.bytes / bytesPerSecond;
  return {
    sampleRate,
    likelySeconds: seconds,
    knownSeconds: seconds,
    paddingSeconds: 0,
    async *read() {
      yield* (await openWav(() => recording.read())).samples;
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
