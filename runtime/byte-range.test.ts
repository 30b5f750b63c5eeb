import { expect, test } from "vitest";
import { byteRange } from "./byte-range.ts";

test.each([
  { header: undefined, range: "all" },
  { header: "bytes=0-", range: { from: 0, until: 10 } },
  { header: "bytes=0-1", range: { from: 0, until: 2 } },
  { header: "bytes=4-99", range: { from: 4, until: 10 } },
  { header: "bytes=-3", range: { from: 7, until: 10 } },
  { header: "bytes=-99", range: { from: 0, until: 10 } },
  { header: "bytes=10-", range: "none" },
  { header: "bytes=-0", range: "none" },
  { header: "bytes=5-4", range: "all" },
  { header: "bytes=-", range: "all" },
  { header: "bytes=0-1,4-5", range: "all" },
  { header: "items=0-1", range: "all" },
])("$header of ten bytes", ({ header, range }) => {
  expect(byteRange(header, 10)).toEqual(range);
});
