import { readFile } from "node:fs/promises";

import { type Static, Type } from "typebox";

import { parseWav } from "./wav.ts";

/** Options of every check that sends a recording. */
export const clipOptions = {
  clip: Type.String({
    description: "WAV file with a clip of Turkish speech; relative to this file.",
    minLength: 1,
  }),
  text: Type.String({
    description: "Text file with exactly what is said in the clip; relative to this file.",
    minLength: 1,
  }),
};

/** Names of the options above that are files. */
export const clipFiles = ["clip", "text"] as const;

/** A recording with what is said in it. */
export interface Clip {
  readonly file: Uint8Array<ArrayBuffer>;
  readonly text: string;
  readonly sampleRateHz: number;
  readonly samples: Float32Array;
  readonly durationSeconds: number;
}

const files = Type.Object(clipOptions);

/** Reads a clip and its text; read anew for each run, so that either can be exchanged. */
export async function readClip(options: Static<typeof files>): Promise<Clip> {
  const [file, text] = await Promise.all([readFile(options.clip), readFile(options.text, "utf8")]);
  const { sampleRateHz, samples } = parseWav(file);
  return {
    file: new Uint8Array(file),
    text: text.trim(),
    sampleRateHz,
    samples,
    durationSeconds: samples.length / sampleRateHz,
  };
}
