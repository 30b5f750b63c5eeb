import {
  brotliCompressSync,
  deflateRawSync,
  deflateSync,
  gzipSync,
  zstdCompressSync,
} from "node:zlib";
import { expect, test } from "vitest";
import { CodingError, decoded } from "./content-coding.ts";

const body = Buffer.from("Merhaba dünya. ".repeat(20));

test.each<[string | undefined, Buffer]>([
  [undefined, body],
  ["identity", body],
  ["gzip", gzipSync(body)],
  ["X-GZIP", gzipSync(body)],
  ["deflate", deflateSync(body)],
  ["deflate", deflateRawSync(body)],
  ["br", brotliCompressSync(body)],
  ["zstd", zstdCompressSync(body)],
  ["deflate, gzip", gzipSync(deflateSync(body))],
  [" gzip ,unknown, br", brotliCompressSync(gzipSync(body))],
])("a body in %s is decoded, the last coding first", async (contentEncoding, packed) => {
  expect(await decoded(packed, contentEncoding, body.length)).toEqual(body);
});

test("an empty body is not decoded", async () => {
  expect(await decoded(Buffer.alloc(0), "gzip", 10)).toEqual(Buffer.alloc(0));
});

test.each<[string, Buffer]>([
  ["gzip", gzipSync(body)],
  ["deflate", deflateSync(body)],
  ["deflate", deflateRawSync(body)],
  ["br", brotliCompressSync(body)],
  ["zstd", zstdCompressSync(body)],
])("a body in %s that is too long decoded is nothing", async (contentEncoding, packed) => {
  expect(await decoded(packed, contentEncoding, body.length - 1)).toBeUndefined();
});

test("a body that is coded otherwise is refused with the coding", async () => {
  const refused = decoded(body, "br, gzip", 1_000);
  await expect(refused).rejects.toThrow(CodingError);
  await expect(refused).rejects.toThrow(
    /^the body is not gzip, as its Content-Encoding says: incorrect header check$/,
  );
});
