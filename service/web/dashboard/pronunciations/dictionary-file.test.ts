import { expect, test } from "vitest";
import { readDictionary, writeDictionary } from "./dictionary-file.ts";

const MAX_LINES = 3;

const bytes = (text: string) => new TextEncoder().encode(text);

test("what is written is read again", () => {
  const entries = [
    { id: "1", word: "NATO", alias: "nato", case_sensitive: true, word_boundaries: true },
    { id: "2", word: "cuma", ipa: "dʒuˈma", case_sensitive: false, word_boundaries: false },
  ];
  for (const delimiter of [",", ";"] as const) {
    expect(readDictionary(bytes(writeDictionary(entries, delimiter)), MAX_LINES)).toEqual([
      {
        line: 2,
        entry: { word: "NATO", alias: "nato", case_sensitive: true, word_boundaries: true },
      },
      {
        line: 3,
        entry: { word: "cuma", ipa: "dʒuˈma", case_sensitive: false, word_boundaries: false },
      },
    ]);
  }
});

test("columns may be in any order, and only word has to be there", () => {
  expect(readDictionary(bytes("note;ALIAS; Word \nx;ey pi ay;API\n"), MAX_LINES)).toEqual([
    { line: 2, entry: { word: "API", alias: "ey pi ay" } },
  ]);
});

test("a flag that is none is left for the service to refuse", () => {
  expect(
    readDictionary(bytes("word,alias,case_sensitive\na,b,EVET\nc,d,perhaps\n"), MAX_LINES),
  ).toEqual([
    { line: 2, entry: { word: "a", alias: "b", case_sensitive: true } },
    { line: 3, entry: { word: "c", alias: "d", case_sensitive: "perhaps" } },
  ]);
});

test.each([
  ["", "empty"],
  ["word,alias\n", "empty"],
  ["NATO,nato\n", "no-word-column"],
  ['word,alias\n"NATO,nato\n', "open-quote"],
  [`word\n${"a\n".repeat(MAX_LINES + 1)}`, "too-long"],
])("%j has a fault", (text, fault) => {
  expect(readDictionary(bytes(text), MAX_LINES)).toBe(fault);
});

test("a file in another encoding is refused, not misread", () => {
  expect(
    readDictionary(new Uint8Array([0x77, 0x6f, 0x72, 0x64, 0x0a, 0xfe, 0xfd]), MAX_LINES),
  ).toBe("not-utf-8");
});
