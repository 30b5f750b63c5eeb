import { registerFlacEncoder } from "@mediabunny/flac-encoder";
import { FlacOutputFormat } from "mediabunny";
import type { Encoder } from "../encoder.ts";
import { openPackaged } from "../packaged.ts";

registerFlacEncoder();

/** Encodes FLAC of 16-bit samples, without the optional length in its header. */
export async function open(sampleRate: number): Promise<Encoder> {
  const format = new FlacOutputFormat({ appendOnly: true });
  return await openPackaged(format, { codec: "flac" }, sampleRate);
}
