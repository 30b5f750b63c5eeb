import { crc32, inflateSync } from "node:zlib";
import { expect, test } from "vitest";
import { png } from "./palette-png.ts";

test("writes the pixels, row by row, with their palette", () => {
  const file = Buffer.from(
    png(Uint8Array.of(0, 1, 1, 1, 0, 0), 3, [
      [0, 0, 0],
      [255, 128, 0],
    ]),
  );
  expect(file.subarray(1, 4).toString("latin1")).toBe("PNG");
  const chunks = chunksOf(file);
  expect(Object.keys(chunks)).toEqual(["IHDR", "PLTE", "IDAT", "IEND"]);
  const [width, height] = [chunks["IHDR"]!.readUInt32BE(0), chunks["IHDR"]!.readUInt32BE(4)];
  expect([width, height]).toEqual([3, 2]);
  expect([...chunks["PLTE"]!]).toEqual([0, 0, 0, 255, 128, 0]);
  expect([...inflateSync(chunks["IDAT"]!)]).toEqual([0, 0, 1, 1, 0, 1, 0, 0]);
});

test("says which colours can be seen through", () => {
  const colours = [
    [0, 0, 0],
    [9, 9, 9],
  ] as const;
  const chunks = chunksOf(Buffer.from(png(Uint8Array.of(0, 1), 2, colours, [0])));
  expect(Object.keys(chunks)).toEqual(["IHDR", "PLTE", "tRNS", "IDAT", "IEND"]);
  expect([...chunks["tRNS"]!]).toEqual([0]);
});

function chunksOf(file: Buffer): Record<string, Buffer> {
  const chunks: Record<string, Buffer> = {};
  for (let at = 8; at < file.length;) {
    const end = at + 8 + file.readUInt32BE(at);
    expect(file.readUInt32BE(end)).toBe(crc32(file.subarray(at + 4, end)));
    chunks[file.toString("latin1", at + 4, at + 8)] = file.subarray(at + 8, end);
    at = end + 4;
  }
  return chunks;
}
