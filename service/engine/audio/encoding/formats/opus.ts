import { createRequire } from "node:module";
import { EncodedAudioPacketSource, EncodedPacket, OggOutputFormat } from "mediabunny";
import { Resampler } from "../../resampler.ts";
import { toS16le } from "../../wav-writer.ts";
import type { Encoder } from "../encoder.ts";
import { openOutput } from "../packaged.ts";

const CODEC_RATES = [8000, 12_000, 16_000, 24_000, 48_000];
/** Ogg Opus counts time at this rate, whatever the sample rate of its input. */
const OGG_HZ = 48_000;
const FRAMES_PER_SECOND = 50;
const PAGE_SECONDS = 0.1;
const GET_LOOKAHEAD = 4027;

/** The Opus encoder, compiled to WebAssembly. */
interface OpusCodec {
  encode(samples: Uint8Array): Uint8Array;
  ctl(request: number): number;
  drop(): void;
}

interface OpusModule {
  readonly Encoder: new (options: { channels: 1; sample_rate: number }) => OpusCodec;
}

/** Encodes Opus in Ogg pages of 0.1 s. */
export async function open(sampleRate: number): Promise<Encoder> {
  const codecRate = CODEC_RATES.includes(sampleRate) ? sampleRate : OGG_HZ;
  // By default, the package loads a native library, which crashes the process when a thread that used it ends.
  const opus = createRequire(import.meta.url)("@evan/opus/wasm/index.js") as OpusModule;
  const codec = new opus.Encoder({ channels: 1, sample_rate: codecRate });
  const source = new EncodedAudioPacketSource("opus");
  const format = new OggOutputFormat({ maximumPageDuration: PAGE_SECONDS });
  const output = await openOutput(format, source);
  const frames = new OpusFrames(codec, codecRate, sampleRate, source);
  const resampler = new Resampler(sampleRate, codecRate);
  return {
    push: async (samples) => {
      await frames.push(resampler.push(samples));
      return output.take();
    },
    end: async () => {
      await frames.push(resampler.end());
      await frames.end();
      return await output.end();
    },
    close: async () => {
      codec.drop();
      await output.abandon();
    },
  };
}

/** Cuts samples into frames, encodes each, and gives its packet a timestamp. */
class OpusFrames {
  readonly #codec: OpusCodec;
  readonly #rate: number;
  readonly #frameSamples: number;
  readonly #delaySamples: number;
  readonly #head: Uint8Array;
  readonly #source: EncodedAudioPacketSource;
  #pending = new Float32Array(0);
  #written = 0;

  constructor(codec: OpusCodec, rate: number, inputHz: number, source: EncodedAudioPacketSource) {
    this.#codec = codec;
    this.#rate = rate;
    this.#frameSamples = rate / FRAMES_PER_SECOND;
    this.#delaySamples = codec.ctl(GET_LOOKAHEAD);
    this.#head = opusHead(inputHz, (this.#delaySamples * OGG_HZ) / rate);
    this.#source = source;
  }

  async push(samples: Float32Array): Promise<void> {
    const all = new Float32Array(this.#pending.length + samples.length);
    all.set(this.#pending);
    all.set(samples, this.#pending.length);
    const whole = all.length - (all.length % this.#frameSamples);
    for (let at = 0; at < whole; at += this.#frameSamples) {
      await this.#encode(all.subarray(at, at + this.#frameSamples), 1 / FRAMES_PER_SECOND);
    }
    this.#pending = all.slice(whole);
  }

  /** Encodes until the codec, which has a delay, has output the last sample; the last frame ends there. */
  async end(): Promise<void> {
    const left = this.#pending.length + this.#delaySamples;
    for (let at = 0; at < left; at += this.#frameSamples) {
      const frame = new Float32Array(this.#frameSamples);
      frame.set(this.#pending.subarray(at, at + this.#frameSamples));
      await this.#encode(frame, Math.min(this.#frameSamples, left - at) / this.#rate);
    }
  }

  /** @param seconds how much of the frame is to be played */
  async #encode(frame: Float32Array, seconds: number): Promise<void> {
    const data = this.#codec.encode(toS16le(frame));
    const packet = new EncodedPacket(data, "key", this.#written / FRAMES_PER_SECOND, seconds);
    this.#written += 1;
    const description = this.#head;
    await this.#source.add(packet, {
      decoderConfig: { codec: "opus", numberOfChannels: 1, sampleRate: OGG_HZ, description },
    });
  }
}

/** Returns the identification header of RFC 7845 for one channel. */
function opusHead(inputHz: number, preSkipSamples: number): Uint8Array {
  const head = Buffer.alloc(19);
  head.write("OpusHead", 0, "latin1");
  head.writeUInt8(1, 8);
  head.writeUInt8(1, 9);
  head.writeUInt16LE(preSkipSamples, 10);
  head.writeUInt32LE(inputHz, 12);
  return head;
}
