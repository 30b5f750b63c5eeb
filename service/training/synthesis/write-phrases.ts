/**
 * Reads sentences, one a line, from standard input and writes each one's phrase as a line of JSON.
 * The training scripts call it, so that letters become phonemes in one place. A line that is not exactly one
 * sentence gives null.
 */

import { createInterface } from "node:readline";

import { phrases, SYMBOLS } from "../../engine/synthesis/phrase.ts";

process.stdout.write(`${JSON.stringify(SYMBOLS)}\n`);
for await (const line of createInterface({ input: process.stdin })) {
  const found = phrases(line);
  process.stdout.write(`${JSON.stringify(found.length === 1 ? found[0] : null)}\n`);
}
