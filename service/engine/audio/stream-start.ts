import { AudioError } from "./audio-error.ts";
import { containerOf, RECOGNISING_BYTES } from "./containers.ts";
import { LevelMeter } from "./sample-decoder.ts";
import { parseWavFormat, type WavFormat } from "./wav-format.ts";

/** Floats beyond 1 are loud; beyond this they were meant as integers. */
const OUT_OF_SCALE = { above: 4, share: 0.01 };
const FORMAT_KIND = "fmt ";
const CHUNK_HEADER_BYTES = 8;
const FORMAT_BYTES = 16;

/**
 * Looks whether the first bytes of a stream of samples are samples, as the client says, and not a file: that would be noise to whoever
 * listens, and an empty transcript.
 */
export class StreamStart {
  readonly #told: WavFormat;
  readonly #meter: LevelMeter | undefined;
  #first = Buffer.alloc(0);

  /** @param told is what the client says that its samples are */
  constructor(told: WavFormat) {
    this.#told = told;
    const isFloat = told.encoding === "f32le";
    this.#meter = isFloat ? new LevelMeter("f32le", OUT_OF_SCALE.above) : undefined;
  }

  /** Takes the next bytes of the stream; throws AudioError where they are no samples, or others than were told. */
  check(bytes: Uint8Array): void {
    this.#meter?.add(bytes);
    if ((this.#meter?.loudShare ?? 0) > OUT_OF_SCALE.share) {
      throw undecodable("floats lie between -1 and 1; divide integers by their full scale first");
    }
    if (this.#first.length >= RECOGNISING_BYTES) return;
    const room = RECOGNISING_BYTES - this.#first.length;
    this.#first = Buffer.concat([this.#first, bytes.subarray(0, room)]);
    const container = containerOf(this.#first);
    if (container === undefined) return;
    if (container.name === "WAV") this.#checkWav();
    else {
      throw undecodable(
        `the stream is ${container.name}, but samples are taken without a container: ${ENCODINGS_IN_WORDS}`,
      );
    }
  }

  /** A WAV file of the samples that were told has a header that does no harm. */
  #checkWav(): void {
    const at = this.#first.indexOf(FORMAT_KIND) + CHUNK_HEADER_BYTES;
    if (at < CHUNK_HEADER_BYTES || this.#first.length < at + FORMAT_BYTES) return;
    const size = this.#first.readUInt32LE(at - 4);
    const found = inWords(parseWavFormat(this.#first.subarray(at, at + size)));
    const told = inWords(this.#told);
    if (found !== told) {
      throw undecodable(`the stream is a WAV file of ${found}, but was opened for ${told}`);
    }
  }
}

const ENCODINGS_IN_WORDS = "16-bit integers, 32-bit floats, mu-law or A-law";

function inWords({ encoding, sampleRate, channels }: WavFormat): string {
  return `${encoding} at ${sampleRate} Hz in ${channels === 1 ? "one channel" : `${channels} channels`}`;
}

function undecodable(message: string): AudioError {
  return new AudioError("undecodable_audio", message);
}
