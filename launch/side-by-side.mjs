/**
 * Runs npm scripts side by side: `node launch/side-by-side.mjs SCRIPT [SCRIPT ...] [-- COMMAND [ARGUMENT ...]]`, and a command
 * beside them. Shows what each script wrote when it has ended, and what the command writes at once; exits 1 when any of them
 * failed, naming those.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";

const given = process.argv.slice(2);
const border = given.includes("--") ? given.indexOf("--") : given.length;
const scripts = given.slice(0, border);
const command = given.slice(border + 1);
if (scripts.length === 0) {
  process.stderr.write(
    "usage: node launch/side-by-side.mjs SCRIPT [SCRIPT ...] [-- COMMAND [ARGUMENT ...]]\n",
  );
  process.exit(2);
}

const children = [];
// Ctrl-C reaches all of them; whoever is sent another signal passes it on. Both wait for what they started.
process.on("SIGINT", () => undefined);
process.on("SIGTERM", () => children.forEach((child) => child.kill()));

const runs = scripts.map(failureOf);
if (command.length > 0) runs.push(failureOfCommand(command));
const failures = (await Promise.all(runs)).filter((failure) => failure !== undefined);
for (const failure of failures) process.stderr.write(`${failure}\n`);
process.exitCode = failures.length > 0 ? 1 : 0;

/** Runs a script to its end; says how it failed, if it did. */
async function failureOf(script) {
  const child = spawn("npm", ["run", "--silent", script], { stdio: ["ignore", "pipe", "pipe"] });
  children.push(child);
  const [output, errors, ended] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, "close"),
  ]);
  process.stdout.write(output);
  process.stderr.write(errors);
  return failureText(`npm run ${script}`, ended);
}

async function failureOfCommand([program, ...parameters]) {
  const child = spawn(program, parameters, { stdio: "inherit" });
  children.push(child);
  return failureText(program, await once(child, "close"));
}

function failureText(name, [code, signal]) {
  return code === 0 ? undefined : `${name} failed: ${signal ?? `exit code ${code}`}`;
}
