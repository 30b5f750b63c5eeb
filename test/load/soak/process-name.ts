import path from "node:path";
import { projectRoot } from "../../support/program.ts";

/** Names a process by the files of the project that its command line has, or by its last words. */
export function processName(command: readonly string[]): string {
  const own = command
    .map((word) => word.replace(/^file:\/\//, ""))
    .filter((word) => word.startsWith(projectRoot) && !word.includes("node_modules"))
    .map((word) => path.relative(projectRoot, word));
  return own.join(" ") || command.slice(-2).join(" ");
}
