import { describe, expect, test } from "vitest";
import { parseCsv, writeCsv } from "./csv.ts";

const cellsOf = (text: string) => parseCsv(text)?.map(({ cells }) => cells);

describe("parseCsv", () => {
  test.each([
    ["commas", "word,alias\nNATO,nato\n"],
    ["semicolons", "word;alias\r\nNATO;nato"],
    ["a byte order mark", "\u{FEFF}word,alias\r\nNATO,nato\r\n"],
    ["old line ends", "word,alias\rNATO,nato\r"],
    ["empty lines", "word,alias\n\n  \n,\nNATO,nato\n\n"],
  ])("reads %s", (_title, text) => {
    expect(cellsOf(text)).toEqual([
      ["word", "alias"],
      ["NATO", "nato"],
    ]);
  });

  test("reads quoted cells with quotes, delimiters and lines in them", () => {
    expect(parseCsv('word,alias\n"a ""b"", c","d\ne"\nf,\n')).toEqual([
      { line: 1, cells: ["word", "alias"] },
      { line: 2, cells: ['a "b", c', "d\ne"] },
      { line: 4, cells: ["f", ""] },
    ]);
  });

  test("a comma in a table with semicolons is a comma", () => {
    expect(cellsOf("word;alias;ipa\nbir, iki;üç;\n")).toEqual([
      ["word", "alias", "ipa"],
      ["bir, iki", "üç", ""],
    ]);
  });

  test("nothing is no rows", () => {
    expect(parseCsv("")).toEqual([]);
    expect(parseCsv("\u{FEFF}")).toEqual([]);
  });

  test.each(['a,"b\nc', 'a,"b"c\n'])("refuses %j", (text) => {
    expect(parseCsv(text)).toBeUndefined();
  });
});

test.each([",", ";"] as const)("what is written with %s is read again", (delimiter) => {
  const rows = [
    ["word", "alias", "ipa"],
    ["NATO", "na,to;", ""],
    ["İstanbul'a", ' "iki"\nsatır ', "ˈis.tan.bul"],
  ];
  const text = writeCsv(rows, delimiter);
  expect(text.startsWith("\u{FEFF}word")).toBe(true);
  expect(cellsOf(text)).toEqual(rows);
});

test("no cell that is written is a formula to a spreadsheet, and each is read as it was", () => {
  const cells = [
    '=HYPERLINK("https://example.com","click")',
    "+1",
    "-1",
    "@SUM(A1)",
    "\ttab",
    "\rreturn",
    "'=already",
    "'plain",
  ];
  const text = writeCsv([cells], ",");
  expect(text).toBe(
    '\u{FEFF}"\'=HYPERLINK(""https://example.com"",""click"")",\'+1,\'-1,\'@SUM(A1),\'\ttab,"\'\rreturn",\'\'=already,\'plain\r\n',
  );
  expect(cellsOf(text)).toEqual([cells]);
});
