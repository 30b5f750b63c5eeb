import {
  AudioSample,
  AudioSampleSource,
  Output,
  StreamTarget,
  type AudioEncodingConfig,
  type OutputFormat,
} from "mediabunny";
import { toS16le } from "../wav-writer.ts";
import type { Encoder } from "./encoder.ts";

/** A container of one track that mediabunny writes as a stream, from front to back. */
export interface PackagedOutput {
  readonly take: () => Uint8Array;
  /** Finishes the output and returns the bytes that were not taken yet. */
  readonly end: () => Promise<Uint8Array>;
  /** Cancels an output that is not finished. */
  readonly abandon: () => Promise<void>;
}

/** Begins an output of a format whose track comes from `source`. */
export async function openOutput(
  format: OutputFormat,
  source: Parameters<Output["addAudioTrack"]>[0],
): Promise<PackagedOutput> {
  let written: Uint8Array[] = [];
  const stream = new WritableStream<{ readonly data: Uint8Array }>({
    write: ({ data }) => {
      written.push(data.slice());
    },
  });
  const output = new Output({ format, target: new StreamTarget(stream) });
  output.addAudioTrack(source);
  await output.start();
  const take = () => {
    const bytes = Buffer.concat(written);
    written = [];
    return bytes;
  };
  return {
    take,
    end: async () => {
      await output.finalize();
      return take();
    },
    abandon: async () => {
      if (output.state === "started" || output.state === "pending") await output.cancel();
    },
  };
}

/** Opens an encoder that mediabunny runs, with 16-bit samples. */
export async function openPackaged(
  format: OutputFormat,
  config: AudioEncodingConfig,
  sampleRate: number,
): Promise<Encoder> {
  const source = new AudioSampleSource(config);
  const output = await openOutput(format, source);
  let pushed = 0;
  return {
    push: async (samples) => {
      if (samples.length === 0) return output.take();
      using sample = new AudioSample({
        data: toS16le(samples),
        format: "s16",
        numberOfChannels: 1,
        sampleRate,
        timestamp: pushed / sampleRate,
      });
      pushed += samples.length;
      await source.add(sample);
      return output.take();
    },
    end: output.end,
    close: output.abandon,
  };
}
