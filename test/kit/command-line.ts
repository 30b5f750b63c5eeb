import { randomInt } from "node:crypto";
import { existsSync } from "node:fs";
import { constants } from "node:os";
import { parseArgs, type ParseArgsConfig } from "node:util";

type Options = NonNullable<ParseArgsConfig["options"]>;

interface Arguments<Wanted extends Options> {
  readonly values: ReturnType<typeof parseArgs<{ options: Wanted }>>["values"];
  readonly positionals: readonly string[];
}

const HELP_OPTION = { help: { type: "boolean", short: "h" } } as const;

/** Reads arguments; `help` when that was asked for. Throws a TypeError whose message is one line. */
export function readArguments<const Wanted extends Options>(
  args: readonly string[],
  wanted: Wanted,
  allowPositionals = false,
): Arguments<Wanted> | "help" {
  try {
    const options: Options = { ...wanted, ...HELP_OPTION };
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals });
    if (values["help"] === true) return "help";
    return { values: values as Arguments<Wanted>["values"], positionals };
  } catch (error) {
    // Node goes on to tell how an argument that looks like an option is written.
    const [why = ""] = String(error instanceof Error ? error.message : error).split(/\.\s|\n/);
    throw new TypeError(why.replace(/\.$/, ""));
  }
}

/** Reads an option that takes a whole number of at least `min`; throws a TypeError that says what it takes. */
export function wholeOption(
  name: string,
  text: string | undefined,
  min: number,
): number | undefined {
  if (text === undefined) return undefined;
  const value = Number(text);
  if (Number.isInteger(value) && value >= min && value < 2 ** 31) return value;
  throw new TypeError(`${name} is ${text}, and takes an integer from ${min} to ${2 ** 31 - 1}`);
}

/** Reads `--seed`; any number where none is given. */
export function seedOption(text: string | undefined): number {
  return wholeOption("--seed", text, 0) ?? randomInt(2 ** 31);
}

/** Returns whether `--only` names a thing: a part of its name, several parts with commas between; all without it. */
export function isChosenBy(only = ""): (name: string) => boolean {
  const parts = only.split(",");
  return (name) => parts.some((part) => name.includes(part));
}

/** Ctrl-C, or another signal that ends a program. */
class Interruption extends Error {
  readonly exitCode: number;

  constructor(signal: "SIGINT" | "SIGTERM" | "SIGHUP") {
    super(`ended by ${signal}`);
    this.exitCode = 128 + constants.signals[signal];
  }
}

/**
 * Runs a command with its arguments as `read` reads them, and sets the exit code: to that of `run`, or 2 where `read` throws a
 * TypeError, which is written with the first line of `help`. `run` gets a promise that rejects at a signal: what it races
 * with that gives up, and `run` has to let the error through when it has ended what it started.
 */
export async function runCommand<Line>(
  help: string,
  read: (args: readonly string[]) => Line | "help",
  run: (line: Line, interrupted: Promise<never>) => Promise<number>,
): Promise<void> {
  let line: Line | "help";
  try {
    line = read(process.argv.slice(2));
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    const [usage] = help.split("\n");
    process.stderr.write(`${error.message}; ${usage}\n`);
    process.exitCode = 2;
    return;
  }
  if (line === "help") {
    process.stdout.write(help);
    return;
  }
  const interrupted = Promise.withResolvers<never>();
  interrupted.promise.catch(() => undefined);
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.once(signal, () => interrupted.reject(new Interruption(signal)));
  }
  try {
    process.exitCode = await run(line, interrupted.promise);
  } catch (error) {
    if (!(error instanceof Interruption)) throw error;
    process.stderr.write(`${error.message}\n`);
    // What was given up may still wait for programs that have ended.
    process.exit(error.exitCode);
  }
}

/** Measures what Linux tells in /proc; elsewhere `name`, an npm script, says that it cannot. */
export async function measureByProc(name: string, measure: () => Promise<void>): Promise<void> {
  if (existsSync("/proc/self/smaps_rollup")) return measure();
  process.stderr.write(`${name} reads what processes use from /proc, which only Linux has\n`);
  process.exitCode = 1;
}
