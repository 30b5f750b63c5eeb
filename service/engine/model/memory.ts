import { MEBIBYTE } from "#units/bytes.ts";
import { freemem } from "node:os";

/** Returns the bytes that a process may still allocate: the free memory of the machine, limited by its control group. */
export function availableMemory(): number {
  const allowed = process.constrainedMemory();
  return allowed > 0 ? Math.min(freemem(), allowed) : freemem();
}

/** Returns a message if files, which need at least their size in memory, do not fit; undefined if they do. */
export function memoryShortage(fileBytes: number, availableBytes: number): string | undefined {
  if (fileBytes <= availableBytes) return undefined;
  const mebibytes = (bytes: number) => `${Math.ceil(bytes / MEBIBYTE)} MiB`;
  return `its files take ${mebibytes(fileBytes)}, more than the ${mebibytes(availableBytes)} of memory that are free`;
}
