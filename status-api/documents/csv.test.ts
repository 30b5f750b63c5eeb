import { expect, test } from "vitest";
import { csvOf } from "./csv.ts";

test("quotes what has commas, quotes or line ends, and leaves out what is not there", () => {
  expect(
    csvOf(
      ["a", "b"],
      [
        ['x, "y"', null],
        ["two\nlines", true],
      ],
    ),
  ).toBe('a,b\r\n"x, ""y""",\r\n"two\nlines",true\r\n');
});

test("keeps a text from being a formula, and numbers as they are", () => {
  expect(csvOf(["a", "b"], [["=1+1", -3.2]])).toBe("a,b\r\n'=1+1,-3.2\r\n");
});

test("keeps a text in one cell where cells end at semicolons", () => {
  expect(csvOf(["a"], [["x;=1+1;y"], [" =1+1"]])).toBe('a\r\n"x;=1+1;y"\r\n\' =1+1\r\n');
});
