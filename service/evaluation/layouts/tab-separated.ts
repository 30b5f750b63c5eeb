import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { createInterface } from "node:readline";
import { Fault } from "#runtime/fault.ts";

const MAX_BYTES = 256 * 1024 * 1024;

/** Yields the rows of a file of tab-separated values, each as its columns; empty lines are left out. Throws Fault. */
export async function* tabSeparated(file: string): AsyncGenerator<readonly string[]> {
  const { size } = await stat(file);
  if (size > MAX_BYTES) {
    throw new Fault(`${file}: has ${size} bytes; at most ${MAX_BYTES} are read`);
  }
  const lines = createInterface({ input: createReadStream(file, "utf8"), crlfDelay: Infinity });
  for await (const line of lines) if (line !== "") yield line.replace(/^\uFEFF/, "").split("\t");
}
