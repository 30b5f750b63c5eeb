import { readFileSync } from "node:fs";
import path from "node:path";
import { projectRoot } from "../../support/program.ts";

const folder = path.join(projectRoot, "fixtures/audio");
const WAV_HEADER_BYTES = 44;
const BYTES_PER_SECOND = 32_000;

/** The first four seconds of the fixture clip, as a WAV file. */
export const clipFile = shortened(readFileSync(path.join(folder, "clip.wav")), 4);

/** A second of it. */
export const shortClipFile = shortened(clipFile, 1);

/** Other files of speech, in formats that the service does not make. */
export const foreignFiles: readonly Buffer[] = ["clip.ogg", "clip.m4a"].map((name) =>
  readFileSync(path.join(folder, name)),
);

function shortened(wav: Buffer, seconds: number): Buffer {
  const short = Buffer.from(wav.subarray(0, WAV_HEADER_BYTES + seconds * BYTES_PER_SECOND));
  short.writeUInt32LE(short.length - 8, 4);
  short.writeUInt32LE(short.length - WAV_HEADER_BYTES, 40);
  return short;
}
