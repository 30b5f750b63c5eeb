/**
 * Runs npm scripts side by side: `node launch/side-by-side.mjs SCRIPT [SCRIPT ...]`. Shows what each wrote when it has ended,
 * and exits 1 when any of them failed, naming those.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";

const scripts = process.argv.slice(2);
if (scripts.length === 0) {
  process.stderr.write("usage: node launch/side-by-side.mjs SCRIPT [SCRIPT ...]\n");
  process.exit(2);
}

const failures = (await Promise.all(scripts.map(failureOf))).filter(
  (failure) => failure !== undefined,
);
for (const failure of failures) process.stderr.write(`${failure}\n`);
process.exitCode = failures.length > 0 ? 1 : 0;

/** Runs a script to its end; says how it failed, if it did. */
async function failureOf(script) {
  const child = spawn("npm", ["run", "--silent", script], { stdio: ["ignore", "pipe", "pipe"] });
  const [output, errors, [code, signal]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, "close"),
  ]);
  process.stdout.write(output);
  process.stderr.write(errors);
  return code === 0 ? undefined : `npm run ${script} failed: ${signal ?? `exit code ${code}`}`;
}
