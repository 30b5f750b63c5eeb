import { measuredOn } from "./measured-on.ts";

/** The last cell of a line: whether what is promised held. */
export function verdict(isKept: boolean): string {
  return isKept ? "pass" : "FAIL";
}

export function mebibytes(bytes: number): string {
  return `${(bytes / 2 ** 20).toFixed(0)} MiB`;
}

/** Says from what a run was made, how long it took since `startedAtMs` (of `performance.now`), and where it ran. */
export function aboutRun(startedAtMs: number, seed?: number): string {
  const minutes = ((performance.now() - startedAtMs) / 60_000).toFixed(1);
  const start = seed === undefined ? "In" : `Seed ${seed}, in`;
  return `${start} ${minutes} minutes. ${measuredOn()}`;
}

/** Writes the parts of a report that say something, a blank line before each. */
export function writeReport(...parts: readonly string[]): void {
  for (const part of parts) if (part !== "") process.stdout.write(`\n${part}\n`);
}
