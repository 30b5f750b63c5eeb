import { EncodedAudioPacketSource, EncodedPacket, OggOutputFormat } from "mediabunny";
import { Resampler } from "../../resampler.ts";
import { toS16le } from "../../wav-writer.ts";
import type { Encoder } from "../encoder/encoder.ts";
import { abandon, packagedOutput, type PackagedOutput } from "../encoder/packaged-output.ts";
import { openOpusCodec, type OpusCodec } from "./opus-codec.ts";

const CODEC_RATES = [8000, 12_000, 16_000, 24_000, 48_000] as const;
/** The rate in which an Ogg Opus file counts, whatever its own is. */
const OGG_HZ = 48_000;
const FRAMES_PER_SECOND = 50;
const PAGE_SECONDS = 0.1;
const GET_LOOKAHEAD = 4027;

/** Opus in Ogg pages of a tenth of a second. */
export async function open(sampleRate: number): Promise<Encoder> {
  const codecRate = CODEC_RATES.find((rate) => rate === sampleRate) ?? OGG_HZ;
  const codec = openOpusCodec(codecRate);
  const source = new EncodedAudioPacketSource("opus");
  const packaged = packagedOutput(new OggOutputFormat({ maximumPageDuration: PAGE_SECONDS }));
  packaged.output.addAudioTrack(source);
  await packaged.output.start();
  const delaySamples = codec.ctl(GET_LOOKAHEAD);
  const head = opusHead(sampleRate, (delaySamples * OGG_HZ) / codecRate);
  const packets = new PacketWriter(source, head);
  const frames = new OpusFrames(codec, codecRate, delaySamples, packets);
  const resampler = new Resampler(sampleRate, codecRate);
  return {
    push: async (samples) => {
      await frames.push(resampler.push(samples));
      return packaged.take();
    },
    end: async () => {
      await frames.push(resampler.end());
      await frames.end();
      return await finished(packaged);
    },
    close: async () => {
      codec.drop();
      await abandon(packaged);
    },
  };
}

async function finished(packaged: PackagedOutput): Promise<Uint8Array> {
  await packaged.output.finalize();
  return packaged.take();
}

/** Cuts samples into frames and has each encoded. */
class OpusFrames {
  readonly #codec: OpusCodec;
  readonly #rate: number;
  readonly #delaySamples: number;
  readonly #packets: PacketWriter;
  #pending = new Float32Array(0);

  constructor(codec: OpusCodec, rate: number, delaySamples: number, packets: PacketWriter) {
    this.#codec = codec;
    this.#rate = rate;
    this.#delaySamples = delaySamples;
    this.#packets = packets;
  }

  async push(samples: Float32Array): Promise<void> {
    const length = this.#rate / FRAMES_PER_SECOND;
    const all = new Float32Array(this.#pending.length + samples.length);
    all.set(this.#pending);
    all.set(samples, this.#pending.length);
    const whole = all.length - (all.length % length);
    for (let at = 0; at < whole; at += length) {
      await this.#encode(all.subarray(at, at + length), 1 / FRAMES_PER_SECOND);
    }
    this.#pending = all.slice(whole);
  }

  /** Encodes on until the codec, which is late, has given back the last sample; the last frame ends there. */
  async end(): Promise<void> {
    const length = this.#rate / FRAMES_PER_SECOND;
    const left = this.#pending.length + this.#delaySamples;
    for (let at = 0; at < left; at += length) {
      const frame = new Float32Array(length);
      frame.set(this.#pending.subarray(at, at + length));
      await this.#encode(frame, Math.min(length, left - at) / this.#rate);
    }
  }

  async #encode(frame: Float32Array, seconds: number): Promise<void> {
    await this.#packets.write(this.#codec.encode(toS16le(frame)), seconds);
  }
}

/** Gives packets their place in time. */
class PacketWriter {
  readonly #source: EncodedAudioPacketSource;
  readonly #head: Uint8Array;
  #written = 0;

  constructor(source: EncodedAudioPacketSource, head: Uint8Array) {
    this.#source = source;
    this.#head = head;
  }

  /** @param seconds how much of the packet is to be played */
  async write(data: Uint8Array, seconds: number): Promise<void> {
    const packet = new EncodedPacket(data, "key", this.#written / FRAMES_PER_SECOND, seconds);
    this.#written += 1;
    await this.#source.add(packet, {
      decoderConfig: {
        codec: "opus",
        numberOfChannels: 1,
        sampleRate: OGG_HZ,
        description: this.#head,
      },
    });
  }
}

/** The identification header of RFC 7845 for one channel. */
function opusHead(inputHz: number, preSkipSamples: number): Uint8Array {
  const head = Buffer.alloc(19);
  head.write("OpusHead", 0, "latin1");
  head.writeUInt8(1, 8);
  head.writeUInt8(1, 9);
  head.writeUInt16LE(preSkipSamples, 10);
  head.writeUInt32LE(inputHz, 12);
  return head;
}
