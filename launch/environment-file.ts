import { readFileSync } from "node:fs";
import { parseEnv } from "node:util";

/** Byte order mark, with which some editors begin a file; it would become a part of the first name. */
const BYTE_ORDER_MARK = /^\uFEFF/;
/** An unquoted value that contains a # without a space before it: Node ends the value there. */
const CUT = /^\s*(?:export\s+)?([A-Za-z_]\w*)\s*=\s*(?!["'`\s])[^#\n]*[^#\s]#/;

/**
 * Sets the variables of a file that the environment does not have; exits this process, with one line on stderr, if the file
 * cannot be read. Warns on stderr of a value that ends at a #, which may be a part of a password.
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
