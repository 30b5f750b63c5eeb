import { spawnSync } from "node:child_process";
import { availableParallelism, totalmem, type } from "node:os";
import { projectRoot } from "../support/program.ts";
import { describeProcessor } from "./one-core.ts";

/** Says in one line which commit was measured, on which day and machine. */
export function measuredOn(): string {
  const day = new Date().toISOString().slice(0, 10);
  const gigabytes = Math.round(totalmem() / 2 ** 30);
  const machine = `${availableParallelism()} cores of ${describeProcessor()}`;
  return `Measured on ${day} at ${commit()}, on ${type()} with ${gigabytes} GB of memory and ${machine}.`;
}

function commit(): string {
  const git = (...command: string[]): string =>
    spawnSync("git", command, { cwd: projectRoot, encoding: "utf8" }).stdout?.trim() ?? "";
  const hash = git("rev-parse", "--short", "HEAD");
  if (hash === "") return "an unknown commit";
  return `commit ${hash}${git("status", "--porcelain") === "" ? "" : " with changes"}`;
}
