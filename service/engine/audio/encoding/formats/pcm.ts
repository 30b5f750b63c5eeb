import { toS16le } from "../../wav-writer.ts";
import type { Encoder } from "../encoder.ts";

/** Encodes signed 16-bit little-endian samples, without a header. */
export async function open(): Promise<Encoder> {
  return {
    push: async (samples) => toS16le(samples),
    end: async () => new Uint8Array(0),
    close: async () => undefined,
  };
}
