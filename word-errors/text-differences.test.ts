import { expect, test } from "vitest";
import { markDifferences, textDifferences } from "./text-differences.ts";

test.each([
  ["Merhaba, dünya.", "merhaba dünya", "merhaba dünya"],
  ["merhaba güzel dünya", "merhaba dünya", "merhaba [-güzel-] dünya"],
  ["merhaba dünya", "merhaba güzel dünya", "merhaba {+güzel+} dünya"],
  ["merhaba güzel dünya", "merhaba özel dünya", "merhaba [-güzel-] {+özel+} dünya"],
  ["bir iki üç dört", "bir beş altı dört", "bir [-iki üç-] {+beş altı+} dört"],
  ["Saat 15'te gel.", "saat on altıda gel", "saat on [-beşte-] {+altıda+} gel"],
  ["İstanbul'a ILIK", "istanbula ılık", "istanbula ılık"],
  ["", "hayalet söz", "{+hayalet söz+}"],
  ["kayıp söz", "", "[-kayıp söz-]"],
  ["", "", ""],
])("%j heard as %j is %j", (said, heard, marked) => {
  expect(markDifferences(textDifferences(said, heard))).toBe(marked);
});
