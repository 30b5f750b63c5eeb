import { spawn, spawnSync } from "node:child_process";
import { text } from "node:stream/consumers";

/** The one line that makes the skipped tests run. */
export const installPromtool = "apt-get install prometheus";

/** Whether the system has Prometheus's checker; without it tests skip, in CI they fail. */
export function hasPromtool(): boolean {
  return spawnSync("promtool", ["--version"], { stdio: "ignore" }).status === 0;
}

/** What `promtool check metrics` has to say of an exposition: nothing when it is right. */
export async function complaintsAbout(exposition: string): Promise<string> {
  const promtool = spawn("promtool", ["check", "metrics"], { stdio: ["pipe", "pipe", "pipe"] });
  promtool.stdin.end(exposition);
  const [complaints, output] = await Promise.all([text(promtool.stderr), text(promtool.stdout)]);
  return `${output}${complaints}`.trim();
}
