/** Reads an option that takes a whole number of at least `least`; throws a TypeError that says what it takes. */
export function wholeOption(
  name: string,
  text: string | undefined,
  least: number,
): number | undefined {
  if (text === undefined) return undefined;
  const value = Number(text);
  if (Number.isInteger(value) && value >= least && value < 2 ** 31) return value;
  throw new TypeError(`${name} is ${text}, and takes an integer from ${least} to ${2 ** 31 - 1}`);
}

/**
 * Runs a command with its arguments as `read` reads them, and sets the exit code: to that of `run`, or 2 where `read` throws a
 * TypeError, which is told.
 */
export async function runCommand<Line>(
  help: string,
  read: (args: readonly string[]) => Line | "help",
  run: (line: Line) => Promise<number>,
): Promise<void> {
  let line: Line | "help";
  try {
    line = read(process.argv.slice(2));
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 2;
    return;
  }
  if (line === "help") process.stdout.write(help);
  else process.exitCode = await run(line);
}
