import { toS16le, wavHeader } from "../../wav-writer.ts";
import type { Encoder } from "../encoder.ts";

/** Encodes WAV of 16-bit samples, with the header of a file of unknown length. */
export async function open(sampleRate: number): Promise<Encoder> {
  let header = wavHeader(sampleRate);
  const withHeader = (bytes: Uint8Array): Uint8Array => {
    if (header.length === 0) return bytes;
    const joined = Buffer.concat([header, bytes]);
    header = new Uint8Array(0);
    return joined;
  };
  return {
    push: async (samples) => withHeader(toS16le(samples)),
    end: async () => withHeader(new Uint8Array(0)),
    close: async () => undefined,
  };
}
