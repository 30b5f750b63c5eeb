import {
  AudioSample,
  AudioSampleSource,
  type AudioEncodingConfig,
  type OutputFormat,
} from "mediabunny";
import { toS16le } from "../../wav-writer.ts";
import type { Encoder } from "./encoder.ts";
import { abandon, packagedOutput } from "./packaged-output.ts";

/** Opens an encoder that mediabunny runs, with 16-bit samples. */
export async function openPackaged(
  format: OutputFormat,
  config: AudioEncodingConfig,
  sampleRate: number,
): Promise<Encoder> {
  const packaged = packagedOutput(format);
  const source = new AudioSampleSource(config);
  packaged.output.addAudioTrack(source);
  await packaged.output.start();
  let pushed = 0;
  return {
    push: async (samples) => {
      if (samples.length === 0) return packaged.take();
      using sample = new AudioSample({
        data: toS16le(samples),
        format: "s16",
        numberOfChannels: 1,
        sampleRate,
        timestamp: pushed / sampleRate,
      });
      pushed += samples.length;
      await source.add(sample);
      return packaged.take();
    },
    end: async () => {
      await packaged.output.finalize();
      return packaged.take();
    },
    close: () => abandon(packaged),
  };
}
