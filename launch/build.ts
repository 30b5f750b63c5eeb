import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { hasTemplate } from "../database/embedded-template.ts";
import { isWebBuilt } from "./build-web.ts";

/** What programs need that is not in the repository; each is made by a process of its own, whose memory goes with it. */
const made = [
  { isMade: isWebBuilt, command: ["launch/builds/web.ts"] },
  {
    isMade: hasTemplate,
    // To optimise the database's code takes longer than it runs.
    command: ["--liftoff-only", "launch/builds/database-template.ts"],
  },
];

const root = path.dirname(import.meta.dirname);

/** Makes what is missing or stale, side by side; ends this process where that fails, which has been told then. */
export async function build(): Promise<void> {
  const codes = await Promise.all(
    made.map(async ({ isMade, command }) => ((await isMade()) ? 0 : await run(command))),
  );
  const failed = codes.find((code) => code !== 0);
  if (failed !== undefined) process.exit(failed);
}

async function run(command: readonly string[]): Promise<number> {
  const child = spawn(process.execPath, command, { cwd: root, stdio: "inherit" });
  const [code] = await once(child, "exit");
  return (code as number | null) ?? 1;
}
