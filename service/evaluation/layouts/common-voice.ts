import path from "node:path";
import { Fault } from "#runtime/fault.ts";
import type { Clip, Trait } from "./clip.ts";
import { tabSeparated } from "./tab-separated.ts";

/** Columns of each trait; older releases have another name for one of them. */
const COLUMNS: Readonly<Record<Trait, readonly string[]>> = {
  speaker: ["client_id"],
  gender: ["gender"],
  age: ["age"],
  accent: ["accents", "accent"],
};

/** Returns whether the first row of a list is the heading of Common Voice. */
export function isCommonVoice(heading: readonly string[]): boolean {
  return heading.includes("path") && heading.includes("sentence");
}

/** Reads a list of Common Voice, whose recordings lie in `clips` beside it; throws Fault. */
export async function commonVoiceClips(list: string): Promise<readonly Clip[]> {
  const clips: Clip[] = [];
  const folder = path.join(path.dirname(list), "clips");
  let heading: readonly string[] | undefined;
  for await (const row of tabSeparated(list)) {
    if (heading === undefined) {
      heading = row;
      continue;
    }
    const known = heading;
    const cell = (column: string) => row[known.indexOf(column)]?.trim() ?? "";
    const name = withEnding(cell("path"));
    if (path.basename(name) !== name) {
      throw new Fault(`${list}: path ${JSON.stringify(name)} is not the name of a file in clips`);
    }
    const traits = Object.entries(COLUMNS).flatMap(([trait, columns]) => {
      const value = columns.map(cell).find((text) => text !== "");
      return value === undefined ? [] : [[trait, value] as const];
    });
    clips.push({
      name,
      file: path.join(folder, name),
      text: cell("sentence"),
      traits: Object.fromEntries(traits),
    });
  }
  return clips;
}

/** Adds the file ending, which the first releases leave out. */
function withEnding(name: string): string {
  return path.extname(name) === "" ? `${name}.mp3` : name;
}
