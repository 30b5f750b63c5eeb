import { CHUNK_HEADER_BYTES } from "#units/wav.ts";
import { AudioError } from "./audio-error.ts";
import { containerOf, RECOGNISING_BYTES } from "./containers.ts";
import { LevelMeter } from "./sample-decoder.ts";
import { parseWavFormat, type WavFormat } from "./wav-format.ts";

/** Floats beyond 1 are merely loud; if more than `share` of them are beyond `above`, they were meant as integers. */
const OUT_OF_SCALE = { above: 4, share: 0.01 };
/** Samples are never all letters, digits and marks for so long, but base64, JSON and pages are; quiet A-law has few values. */
const TEXT = { bytes: 512, minDistinct: 10 };
const FORMAT_KIND = "fmt ";
const FORMAT_BYTES = 16;

/**
 * Checks that a stream begins with raw samples, as the client has declared, and not with a file, which would sound like
 * noise and give an empty transcript.
 */
export class StreamStart {
  readonly #declared: WavFormat;
  readonly #meter: LevelMeter | undefined;
  #first = Buffer.alloc(0);

  /** @param declared is the format that the client has declared */
  constructor(declared: WavFormat) {
    this.#declared = declared;
    const isFloat = declared.encoding === "f32le";
    this.#meter = isFloat ? new LevelMeter("f32le", OUT_OF_SCALE.above) : undefined;
  }

  /** Checks the next bytes of the stream; throws AudioError if they are not samples of the declared format. */
  check(bytes: Uint8Array): void {
    this.#meter?.add(bytes);
    if ((this.#meter?.loudShare ?? 0) > OUT_OF_SCALE.share) {
      throw undecodable("floats lie between -1 and 1; divide integers by their full scale first");
    }
    if (this.#first.length >= RECOGNISING_BYTES) return;
    const room = RECOGNISING_BYTES - this.#first.length;
    this.#first = Buffer.concat([this.#first, bytes.subarray(0, room)]);
    if (isText(this.#first)) {
      throw undecodable("the stream is text, base64 perhaps; send the bytes of the samples");
    }
    const container = containerOf(this.#first);
    if (container === undefined) return;
    if (container.name === "WAV") this.#checkWav();
    else {
      throw undecodable(
        `the stream is ${container.name}, but samples are taken without a container: ${ENCODINGS_IN_WORDS}`,
      );
    }
  }

  /** Accepts a WAV file of the declared format, whose header does no harm; throws AudioError for another format. */
  #checkWav(): void {
    const at = this.#first.indexOf(FORMAT_KIND) + CHUNK_HEADER_BYTES;
    if (at < CHUNK_HEADER_BYTES || this.#first.length < at + FORMAT_BYTES) return;
    const size = this.#first.readUInt32LE(at - 4);
    const found = inWords(parseWavFormat(this.#first.subarray(at, at + size)));
    const declared = inWords(this.#declared);
    if (found !== declared) {
      throw undecodable(`the stream is a WAV file of ${found}, but was opened for ${declared}`);
    }
  }
}

/** Returns whether the first bytes of a stream are text; false while there are few. */
function isText(first: Uint8Array): boolean {
  if (first.length < TEXT.bytes) return false;
  const bytes = first.subarray(0, TEXT.bytes);
  const isWritten = (byte: number) => (byte >= 0x20 && byte < 0x7f) || (byte >= 9 && byte <= 13);
  return bytes.every(isWritten) && new Set(bytes).size >= TEXT.minDistinct;
}

const ENCODINGS_IN_WORDS = "16-bit integers, 32-bit floats, mu-law or A-law";

function inWords({ encoding, sampleRate, channels }: WavFormat): string {
  return `${encoding} at ${sampleRate} Hz in ${channels === 1 ? "one channel" : `${channels} channels`}`;
}

function undecodable(message: string): AudioError {
  return new AudioError("undecodable_audio", message);
}
