import { existsSync } from "node:fs";
import path from "node:path";
import { Fault } from "#runtime/fault.ts";
import type { Clip } from "./clip.ts";
import { tabSeparated } from "./tab-separated.ts";

/** The columns, which have no heading: id, file, text as it is written, text simplified, its letters, samples, gender. */
const COLUMN = { file: 1, text: 2, gender: 6 } as const;

/** Says whether the first row of a list is one of FLEURS. */
export function isFleurs(row: readonly string[]): boolean {
  return /\.wav$/i.test(row[COLUMN.file] ?? "") && (row[COLUMN.text] ?? "") !== "";
}

/** Reads a list of FLEURS, whose recordings lie in a folder of its name, or in `audio`; throws Fault. */
export async function fleursClips(list: string): Promise<readonly Clip[]> {
  const folder = recordingsOf(list);
  const clips: Clip[] = [];
  for await (const row of tabSeparated(list)) {
    const name = row[COLUMN.file]?.trim() ?? "";
    if (!isFleurs(row) || path.basename(name) !== name) {
      throw new Fault(`${list}: line ${clips.length + 1} is not an id, a name.wav and a text`);
    }
    const gender = row[COLUMN.gender]?.trim().toLowerCase() ?? "";
    clips.push({
      name,
      file: path.join(folder, name),
      // The simplified text was made lower case by English rules: its İ and I are both wrong.
      text: row[COLUMN.text] ?? "",
      traits: gender === "" ? {} : { gender },
    });
  }
  return clips;
}

function recordingsOf(list: string): string {
  const folder = path.dirname(list);
  const split = path.basename(list, ".tsv");
  const places = [split, path.join("audio", split), "audio"];
  const found = places.map((place) => path.join(folder, place)).find(existsSync);
  if (found !== undefined) return found;
  throw new Fault(`${list}: its recordings are in none of ${places.join(", ")} beside it`);
}
