import { freemem } from "node:os";

const MEBIBYTE = 1024 ** 2;

/** Bytes that a process may still take: what the machine has free, and no more than its group is allowed. */
export function availableMemory(): number {
  const allowed = process.constrainedMemory();
  return allowed > 0 ? Math.min(freemem(), allowed) : freemem();
}

/** Says in words that files do not fit into memory, which they take at least; undefined where they do. */
export function memoryShortage(fileBytes: number, availableBytes: number): string | undefined {
  if (fileBytes <= availableBytes) return undefined;
  const mebibytes = (bytes: number) => `${Math.ceil(bytes / MEBIBYTE)} MiB`;
  return `its files take ${mebibytes(fileBytes)}, more than the ${mebibytes(availableBytes)} of memory that are free`;
}
