import { readFile } from "node:fs/promises";
import path from "node:path";
import { projectRoot } from "./program.ts";

/** The guide for operators. */
export const guide = await readFile(path.join(projectRoot, "docs/operations.md"), "utf8");

/** The commands of a section of it, block by block. */
export function commandsOf(title: string): readonly string[] {
  const [, section = ""] = guide.split(`\n## ${title}\n`);
  const [own = ""] = section.split("\n## ");
  return [...own.matchAll(/^```sh\n(.*?)^```/gms)].map(([, commands = ""]) => commands);
}
