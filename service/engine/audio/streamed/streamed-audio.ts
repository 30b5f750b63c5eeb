import type { WavFormat } from "../wav-format.ts";
import { isWav } from "../containers.ts";
import { WAV_MARK_BYTES } from "../wav-reader.ts";
import { OggOpus } from "./ogg-opus.ts";
import { DECODED_OPUS, OpusDecoder } from "./opus-decoder.ts";
import { PendingBytes, undecodable, type PacketReader } from "./packets.ts";
import { StreamedWav } from "./streamed-wav.ts";
import { WebmOpus } from "./webm-opus.ts";

/** Samples that have arrived, and their format. */
export interface StreamedSamples {
  readonly bytes: Uint8Array;
  readonly format: WavFormat;
}

/** Decodes audio that arrives in pieces to samples. */
export interface StreamedAudio extends Disposable {
  /** Returns the samples that these bytes complete; undefined where there are none yet. Throws AudioError. */
  push(bytes: Uint8Array): StreamedSamples | undefined;
}

const EBML_MARK = "1a45dfa3";
const OGG_MARK = "OggS";

/** Returns a decoder of bare Opus packets, one for each `push`. */
export function opusPackets(): StreamedAudio {
  return new DecodedPackets({ push: (packet) => [packet] });
}

/** Decodes a file as it arrives: WAV, or Opus in WebM or Ogg, recognised by its first bytes. */
export class ContainedAudio implements StreamedAudio {
  readonly #first = new PendingBytes();
  #audio: StreamedAudio | undefined;

  push(bytes: Uint8Array): StreamedSamples | undefined {
    if (this.#audio !== undefined) return this.#audio.push(bytes);
    this.#first.push(bytes);
    if (this.#first.length < WAV_MARK_BYTES) return undefined;
    this.#audio = audioOf(this.#first.peek());
    return this.#audio.push(this.#first.take(this.#first.length));
  }

  [Symbol.dispose](): void {
    this.#audio?.[Symbol.dispose]();
  }
}

function audioOf(mark: Buffer): StreamedAudio {
  if (isWav(mark)) return new WavSamples();
  if (mark.toString("latin1", 0, OGG_MARK.length) === OGG_MARK)
    return new DecodedPackets(new OggOpus());
  if (mark.toString("hex", 0, 4) === EBML_MARK) return new DecodedPackets(new WebmOpus());
  throw undecodable(
    "a stream is WAV, or Opus in WebM or Ogg, by its first bytes; samples alone need encoding and sample_rate",
  );
}

class WavSamples implements StreamedAudio {
  readonly #wav = new StreamedWav();

  push(bytes: Uint8Array): StreamedSamples | undefined {
    const samples = this.#wav.push(bytes);
    const { format } = this.#wav;
    return format === undefined || samples.length === 0 ? undefined : { bytes: samples, format };
  }

  [Symbol.dispose](): void {}
}

class DecodedPackets implements StreamedAudio {
  readonly #reader: PacketReader;
  readonly #decoder = new OpusDecoder();

  constructor(reader: PacketReader) {
    this.#reader = reader;
  }

  push(bytes: Uint8Array): StreamedSamples | undefined {
    const samples = this.#reader.push(bytes).map((packet) => this.#decoder.decode(packet));
    return samples.length === 0
      ? undefined
      : { bytes: Buffer.concat(samples), format: DECODED_OPUS };
  }

  [Symbol.dispose](): void {
    this.#decoder[Symbol.dispose]();
  }
}
