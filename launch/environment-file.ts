import { readFileSync } from "node:fs";
import { parseEnv } from "node:util";

/** Which a file of some editors begins with, and which would be a part of the first name. */
const BYTE_ORDER_MARK = /^\uFEFF/;
/** A value without quotes that goes on behind a # which stands close to it: Node ends it there. */
const CUT = /^\s*(?:export\s+)?([A-Za-z_]\w*)\s*=\s*(?!["'`\s])[^#\n]*[^#\s]#/;

/**
 * Sets what a file of settings has and the environment has not; ends this process, with one line, where the file cannot be read. Names on
 * stderr a value that ends at a #, which is easily a part of a password.
 */
export function readEnvironmentFile(file: string): void {
  const text = read(file).replace(BYTE_ORDER_MARK, "");
  for (const [index, line] of text.split("\n").entries()) {
    const name = CUT.exec(line)?.[1];
    if (name === undefined) continue;
    process.stderr.write(
      `${file}:${index + 1}: the value of ${name} ends at its first #; put it into quotes where the # belongs to it\n`,
    );
  }
  for (const [name, value] of Object.entries(parseEnv(text))) process.env[name] ??= value;
}

function read(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    process.stderr.write(`${file}: cannot be read (${code ?? message})\n`);
    process.exit(1);
  }
}
