import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { wantsTemplate } from "../database/embedded-template.ts";
import { isWebBuilt } from "./build-web.ts";

/** Files that programs need beyond the repository; each is made by its own process, whose memory is freed when it ends. */
const made = [
  { isMade: isWebBuilt, command: ["launch/builds/web.ts"] },
  {
    isMade: () => !wantsTemplate(),
    // Optimising the database's code would take longer than running it.
    command: ["--liftoff-only", "launch/builds/database-template.ts"],
  },
];

const root = path.dirname(import.meta.dirname);

/** Makes what is missing or stale, in parallel; exits this process if that fails, which has been reported by then. */
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
