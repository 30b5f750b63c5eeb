import { registerAacEncoder } from "@mediabunny/aac-encoder";
import { AdtsOutputFormat } from "mediabunny";
import type { Encoder } from "../encoder.ts";
import { openPackaged } from "../packaged.ts";

const BITS_PER_SECOND = 96_000;

registerAacEncoder();

/** Encodes AAC-LC in ADTS frames, which cannot state the encoder delay: players add 21 to 43 ms of silence at 48 kHz. */
export async function open(sampleRate: number): Promise<Encoder> {
  const config = { codec: "aac", bitrate: BITS_PER_SECOND } as const;
  return await openPackaged(new AdtsOutputFormat(), config, sampleRate);
}
