import { AudioError } from "../audio-error.ts";
import type { AudioDecoder } from "./audio-decoder.ts";
import { isPlainInt16 } from "../sample-decoder.ts";
import type { WavFormat } from "../wav-format.ts";
import { isWav, openWav, readWavFormat, WAV_MARK_BYTES } from "../wav-reader.ts";

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
  /** It is hardly longer than this, judged by its size. */
  readonly mostSeconds: number;
  /** Reads mono samples in [-1, 1] from the first on; throws AudioError or the signal's reason. */
  read(signal: AbortSignal): AsyncIterable<Float32Array>;
  /** Reads the same as 16-bit integers, full scale 32,768, where the recording holds these; otherwise undefined. */
  readonly readInt16: ((signal: AbortSignal) => AsyncIterable<Int16Array>) | undefined;
}

const WAV_BYTES_PER_SAMPLE = { least: 1, usual: 2 };
const COMPRESSED_BYTES_PER_SECOND = { least: 500, usual: 8_000 };

/** Opens a recording in any format, told by its content, at `sampleRate` hertz unless it is WAV; throws AudioError. */
export async function openAudio(
  recording: Recording,
  decoder: AudioDecoder,
  sampleRate: number,
): Promise<OpenAudio> {
  if (recording.bytes === 0) throw new AudioError("empty_audio", "the audio has no bytes");
  if (isWav(await firstBytes(recording, WAV_MARK_BYTES))) {
    return wavAudio(recording, await readWavFormat(recording.read()));
  }
  const { least, usual } = COMPRESSED_BYTES_PER_SECOND;
  return {
    sampleRate,
    likelySeconds: recording.bytes / usual,
    mostSeconds: recording.bytes / least,
    read: (signal) => decoder.decode(recording.read(), sampleRate, signal),
    readInt16: undefined,
  };
}

function wavAudio(recording: Recording, { sampleRate, channels, encoding }: WavFormat): OpenAudio {
  const { least, usual } = WAV_BYTES_PER_SAMPLE;
  const seconds = (bytesPerSample: number) =>
    recording.bytes / (sampleRate * channels * bytesPerSample);
  return {
    sampleRate,
    likelySeconds: seconds(usual),
    mostSeconds: seconds(least),
    async *read() {
      yield* (await openWav(recording.read())).samples;
    },
    readInt16: isPlainInt16(encoding, channels) ? () => int16SamplesOf(recording) : undefined,
  };
}

async function* int16SamplesOf(recording: Recording): AsyncGenerator<Int16Array> {
  const { int16Samples } = await openWav(recording.read());
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
