import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { projectRoot } from "../support/program.ts";
import { moduleConstants } from "./constants.ts";
import { productFiles } from "./product-files.ts";

const constantsByFile = productFiles().map((file) => ({
  file,
  constants: moduleConstants(file, readFileSync(path.join(projectRoot, file), "utf8")),
}));

test("what a module never changes and never computes is named in capitals", () => {
  const inSmall = constantsByFile.flatMap(({ file, constants }) =>
    constants
      .filter(({ name, isPlain }) => isPlain && !/^[A-Z]/.test(name))
      .map(({ name }) => `${file}: ${name}`),
  );
  expect(inSmall).toEqual([]);
});

/**
 * Constants of one name and one value that mean different things in their files. A name that has several values in the product,
 * like WIDTH or LISTED, is taken for a word of its file and need not stand here.
 */
const ALIKE_BY_CHANCE = ["PIECE_SECONDS", "POLL_MS", "STEP_SECONDS"];

test("a fact stands in one file", () => {
  const values = new Map<string, Map<string, string[]>>();
  for (const { file, constants } of constantsByFile) {
    for (const { name, isPlain, isName, value } of constants) {
      if (!isPlain || isName) continue;
      const ofName = values.get(name) ?? new Map<string, string[]>();
      values.set(name, ofName.set(value, [...(ofName.get(value) ?? []), file]));
    }
  }
  const repeated = [...values].flatMap(([name, ofName]) =>
    ofName.size > 1 ? [] : [...ofName.values()].filter((files) => files.length > 1).map(() => name),
  );
  expect(repeated.toSorted()).toEqual(ALIKE_BY_CHANCE);
});

test("plain values are told from others", () => {
  const plain = (value: string) =>
    moduleConstants("x.ts", `export const x = ${value};`).map(({ isPlain }) => isPlain);
  for (const value of [
    "60 * SECOND_MS",
    "/a/u",
    "`${HOST}:80`",
    '["a", ...B] as const',
    "new Set([1, -2])",
    "{ a: { b: LIMITS.bytes } } satisfies T",
  ]) {
    expect({ value, plain: plain(value) }).toEqual({ value, plain: [true] });
  }
  for (const value of ["new Map()", "[]", "f(1)", "() => 1", "{ run() {} }", "[schema]"]) {
    expect({ value, plain: plain(value) }).toEqual({ value, plain: [false] });
  }
});
