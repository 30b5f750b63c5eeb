/**
 * Writes the phrase of each line of standard input as a line of JSON, for the training; null where it is not one
 * sentence.
 */

import { createInterface } from "node:readline";
import { phrases, SYMBOLS } from "../../engine/synthesis/phrase.ts";

process.stdout.write(`${JSON.stringify(SYMBOLS)}\n`);
for await (const line of createInterface({ input: process.stdin })) {
  const found = [...phrases(line)];
  process.stdout.write(`${JSON.stringify(found.length === 1 ? found[0] : null)}\n`);
}
