import { writeFile } from "node:fs/promises";
import path from "node:path";
import { fixtureClip } from "./speech-service.ts";

const HEADER_BYTES = 44;
const BYTES_PER_SECOND = 32_000;

/** Writes the fixture clip with a pause behind it, to be heard again and again; gives the file and its length. */
export async function writePausingClip(folder: string, pauseSeconds: number) {
  const { wav } = await fixtureClip();
  const samples = Buffer.concat([
    wav.subarray(HEADER_BYTES),
    Buffer.alloc(pauseSeconds * BYTES_PER_SECOND),
  ]);
  const header = Buffer.from(wav.subarray(0, HEADER_BYTES));
  header.writeUInt32LE(HEADER_BYTES - 8 + samples.length, 4);
  header.writeUInt32LE(samples.length, HEADER_BYTES - 4);
  const file = path.join(folder, "clip-and-pause.wav");
  await writeFile(file, Buffer.concat([header, samples]));
  return { file, seconds: samples.length / BYTES_PER_SECOND };
}
