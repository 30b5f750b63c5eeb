import { freemem, totalmem } from "node:os";
import { expect, test } from "vitest";
import { availableMemory, memoryShortage } from "./memory.ts";

const MEBIBYTE = 1024 * 1024;

test.each([
  [0, 0, undefined],
  [100, 100, undefined],
  [99, 100, undefined],
  [101, 100, "its files take 1 MiB, more than the 1 MiB of memory that are free"],
  [
    300 * MEBIBYTE,
    200 * MEBIBYTE,
    "its files take 300 MiB, more than the 200 MiB of memory that are free",
  ],
  [
    300 * MEBIBYTE + 1,
    200 * MEBIBYTE + 1,
    "its files take 301 MiB, more than the 201 MiB of memory that are free",
  ],
])("files of %s bytes in %s bytes: %s", (fileBytes, availableBytes, message) => {
  expect(memoryShortage(fileBytes, availableBytes)).toBe(message);
});

test("no more memory is available than is free, or than the machine allows", () => {
  const available = availableMemory();
  expect(available).toBeGreaterThan(0);
  expect(available).toBeLessThanOrEqual(totalmem());
  const allowed = process.constrainedMemory();
  expect(available).toBeLessThanOrEqual(allowed > 0 ? allowed : Infinity);
  expect(available).toBeLessThan(2 * freemem());
});
