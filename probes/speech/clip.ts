import { readFile } from "node:fs/promises";
import { type Static, Type } from "typebox";
import type { CheckContext } from "../check/context.ts";
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
export type Clip = ReturnType<typeof clipOf>;

const files = Type.Object(clipOptions);

/** The recording that a check sends: its clip, or that of the run it repeats; noted in its trace. */
export async function clipToSend(
  options: Static<typeof files>,
  { replayed, trace }: Pick<CheckContext, "replayed" | "trace">,
): Promise<Clip> {
  const clip =
    replayed?.audio === undefined ? await readClip(options) : clipOf(replayed.audio, replayed.text);
  trace.input = { text: clip.text, audio: clip.file };
  return clip;
}

/** Reads a clip and its text, for each run again, so that either file can be replaced. */
export async function readClip(options: Static<typeof files>): Promise<Clip> {
  const [file, text] = await Promise.all([readFile(options.clip), readFile(options.text, "utf8")]);
  return clipOf(new Uint8Array(file), text.trim());
}

function clipOf(file: Uint8Array<ArrayBuffer>, text: string) {
  const { sampleRateHz, samples } = parseWav(file);
  return { file, text, sampleRateHz, samples, durationSeconds: samples.length / sampleRateHz };
}
