import { expect, test } from "vitest";
import { negotiateEncoding } from "./content-encoding.ts";

test.each([
  { header: undefined, encoding: "identity" },
  { header: "", encoding: "identity" },
  { header: "gzip, deflate, br, zstd", encoding: "br" },
  { header: "gzip;q=0.8, br;q=0", encoding: "gzip" },
  { header: "BR", encoding: "br" },
  { header: "*", encoding: "br" },
  { header: "*;q=0", encoding: "identity" },
  { header: "gzip;q=nonsense", encoding: "identity" },
  { header: "deflate", encoding: "identity" },
])("Accept-Encoding $header gets $encoding", ({ header, encoding }) => {
  expect(negotiateEncoding(header)).toBe(encoding);
});
