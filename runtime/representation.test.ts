import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { isUnchanged, representationOf } from "./representation.ts";

const long = "operational ".repeat(500);

describe("a representation", () => {
  test("is compressed once and gives back what went in", async () => {
    const representation = representationOf("text/plain", long);
    const brotli = await representation.encoded("br");
    const gzip = await representation.encoded("gzip");
    expect(brotliDecompressSync(brotli.body).toString()).toBe(long);
    expect(gunzipSync(gzip.body).toString()).toBe(long);
    expect(await representation.encoded("br")).toBe(brotli);
  });

  test("has one strong tag for each encoding", async () => {
    const representation = representationOf("text/plain", long);
    const tags = await Promise.all(
      (["identity", "gzip", "br"] as const).map(
        async (encoding) => (await representation.encoded(encoding)).etag,
      ),
    );
    expect(new Set(tags).size).toBe(3);
    for (const tag of tags) expect(tag).toMatch(/^"[\w-]+"$/);
  });

  test("leaves small bodies as they are", async () => {
    expect(await representationOf("text/plain", "ok").encoded("br")).toMatchObject({
      encoding: "identity",
    });
  });

  test("has another tag when a byte changes", async () => {
    expect(representationOf("text/plain", "a").digest).not.toBe(
      representationOf("text/plain", "b").digest,
    );
  });
});

test.each([
  { header: (digest: string) => `"${digest}"`, unchanged: true },
  { header: (digest: string) => `"other", "${digest}-br"`, unchanged: true },
  { header: (digest: string) => `W/"${digest}-gzip"`, unchanged: true },
  { header: () => "*", unchanged: true },
  { header: () => '"other"', unchanged: false },
  { header: () => undefined, unchanged: false },
])("If-None-Match $header is unchanged: $unchanged", ({ header, unchanged }) => {
  const representation = representationOf("text/plain", long);
  expect(isUnchanged(header(representation.digest), representation)).toBe(unchanged);
});
