import { AudioError } from "./audio-error.ts";
import { bytesPerSample } from "./sample-decoder.ts";
import { parseWavFormat, type WavFormat } from "./wav-format.ts";

type State = "riff" | "chunk" | "format" | "skip" | "data" | "done";

/** Bytes at the beginning of a file that tell whether it is a WAV file. */
export const WAV_MARK_BYTES = 12;
const CHUNK_HEADER_BYTES = 8;
const MAX_FORMAT_BYTES = 4096;
const UNKNOWN_SIZE = 0xffffffff;
const NOTHING = new Uint8Array(0);

/**
 * Reads a WAV file piece by piece, knowing no stream: its bytes in, those of its samples out.
 *
 * Sizes in headers are not trusted: a data chunk of unknown size (0xFFFFFFFF, or 0 where the RIFF size is unknown
 * too) reaches to the end of the file, and one that claims more than there is ends with the file.
 */
export class WavParser {
  #state: State = "riff";
  #pending = new Uint8Array(0);
  #bytesLeft = 0;
  #riffSizeIsKnown = true;
  #seenBytes = 0;
  #seenDataBytes = 0;
  #format: WavFormat | undefined;
  #hasData = false;

  /** What the file says of its samples, once its `fmt ` chunk has been read. */
  get format(): WavFormat | undefined {
    return this.#format;
  }

  /** Whether what follows no longer matters. */
  get isDone(): boolean {
    return this.#state === "done";
  }

  /** Returns the part of these bytes that belongs to samples; throws AudioError `undecodable_audio`. */
  push(bytes: Uint8Array): Uint8Array {
    this.#seenBytes += bytes.length;
    let rest = bytes;
    while (rest.length > 0 && this.#state !== "done" && this.#state !== "data")
      rest = this.#header(rest);
    if (this.#state !== "data" || rest.length === 0) return NOTHING;
    return this.#data(rest);
  }

  /** Says that no bytes follow; throws AudioError when there was nothing to hear. */
  end(): void {
    if (this.#hasWholeFrame()) return;
    if (this.#seenBytes === 0) throw new AudioError("empty_audio", "the audio has no bytes");
    if (!this.#hasData)
      throw new AudioError("undecodable_audio", "the WAV file ends before its samples");
    throw new AudioError("empty_audio", "the WAV file has no samples");
  }

  /** Takes one header or part of it; returns what is left of the bytes. */
  #header(bytes: Uint8Array): Uint8Array {
    if (this.#state === "skip") return this.#skip(bytes);
    const wanted = this.#headerBytes() - this.#pending.length;
    const collected = new Uint8Array(this.#pending.length + Math.min(wanted, bytes.length));
    collected.set(this.#pending);
    collected.set(bytes.subarray(0, wanted), this.#pending.length);
    this.#pending = collected;
    if (bytes.length < wanted) return bytes.subarray(bytes.length);
    this.#pending = new Uint8Array(0);
    if (this.#state === "riff") this.#readRiff(collected);
    else if (this.#state === "chunk") this.#readChunkHeader(collected);
    else this.#readFormat(collected);
    return bytes.subarray(wanted);
  }

  #headerBytes(): number {
    if (this.#state === "riff") return WAV_MARK_BYTES;
    return this.#state === "chunk" ? CHUNK_HEADER_BYTES : this.#bytesLeft;
  }

  #readRiff(header: Uint8Array): void {
    if (!isWav(header)) throw new AudioError("undecodable_audio", "not a WAV file");
    const size = littleEndian(header, 4);
    this.#riffSizeIsKnown = size !== UNKNOWN_SIZE && size !== 0;
    this.#state = "chunk";
  }

  #readChunkHeader(header: Uint8Array): void {
    const kind = ascii(header, 0);
    const size = littleEndian(header, 4);
    this.#bytesLeft = size;
    if (kind === "fmt ") {
      if (size > MAX_FORMAT_BYTES)
        throw new AudioError("undecodable_audio", `a fmt chunk of ${size} bytes`);
      this.#bytesLeft += size % 2;
      this.#state = "format";
    } else if (kind === "data") {
      this.#beginData(size);
    } else {
      this.#bytesLeft += size % 2;
      this.#state = this.#bytesLeft > 0 ? "skip" : "chunk";
    }
  }

  #readFormat(chunk: Uint8Array): void {
    this.#format = parseWavFormat(chunk);
    this.#state = "chunk";
  }

  #beginData(size: number): void {
    if (this.#format === undefined)
      throw new AudioError("undecodable_audio", "the WAV file has samples before their format");
    this.#hasData = true;
    const reachesTheEnd = size === UNKNOWN_SIZE || (size === 0 && !this.#riffSizeIsKnown);
    this.#bytesLeft = reachesTheEnd ? Infinity : size;
    this.#state = size === 0 && !reachesTheEnd ? "done" : "data";
  }

  #skip(bytes: Uint8Array): Uint8Array {
    const skipped = Math.min(this.#bytesLeft, bytes.length);
    this.#bytesLeft -= skipped;
    if (this.#bytesLeft === 0) this.#state = "chunk";
    return bytes.subarray(skipped);
  }

  #data(bytes: Uint8Array): Uint8Array {
    const own = bytes.subarray(0, Math.min(this.#bytesLeft, bytes.length));
    this.#bytesLeft -= own.length;
    if (this.#bytesLeft === 0) this.#state = "done";
    this.#seenDataBytes += own.length;
    return own;
  }

  #hasWholeFrame(): boolean {
    if (this.#format === undefined) return false;
    const { encoding, channels } = this.#format;
    return this.#seenDataBytes >= bytesPerSample(encoding) * channels;
  }
}

/** Whether a file with these first bytes is a WAV file. */
export function isWav(bytes: Uint8Array): boolean {
  const kind = ascii(bytes, 0);
  return (kind === "RIFF" || kind === "RF64") && ascii(bytes, 8) === "WAVE";
}

function ascii(bytes: Uint8Array, at: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + 4));
}

function littleEndian(bytes: Uint8Array, at: number): number {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(at, true);
}
