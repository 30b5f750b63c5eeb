import { readFile, stat } from "node:fs/promises";
import path from "node:path";
import { Fault } from "#runtime/fault.ts";
import { MAX_TEXT_CHARACTERS, type Clip } from "./clip.ts";

/** File endings of the formats that the product reads. */
export const RECORDING_ENDINGS = [".wav", ".mp3", ".flac", ".ogg", ".opus", ".webm", ".m4a"];

/** A character has at most four bytes. */
const MAX_TEXT_BYTES = 4 * MAX_TEXT_CHARACTERS;

/** Reads the recordings of a folder that have a .txt file of the same name beside them; throws Fault. */
export async function clipsWithTexts(
  folder: string,
  names: readonly string[],
): Promise<readonly Clip[]> {
  const texts = new Set(names.filter((name) => name.endsWith(".txt")));
  const withText = names
    .filter((name) => RECORDING_ENDINGS.includes(path.extname(name).toLowerCase()))
    .map((name) => ({ name, textFile: `${name.slice(0, -path.extname(name).length)}.txt` }))
    .filter(({ textFile }) => texts.has(textFile));
  const clips: Clip[] = [];
  for (const { name, textFile } of withText) {
    const text = await readText(path.join(folder, textFile));
    clips.push({ name, file: path.join(folder, name), text, traits: {} });
  }
  return clips;
}

async function readText(file: string): Promise<string> {
  const { size } = await stat(file);
  if (size > MAX_TEXT_BYTES) {
    throw new Fault(`${file}: has ${size} bytes; a text has at most ${MAX_TEXT_BYTES}`);
  }
  return (await readFile(file, "utf8")).trim();
}
