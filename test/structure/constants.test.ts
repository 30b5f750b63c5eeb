import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { projectRoot } from "../support/program.ts";
import { moduleConstants } from "./constants.ts";
import { productFiles } from "./product-files.ts";

test("what a module never changes and never computes is named in capitals", () => {
  const inSmall = productFiles().flatMap((file) =>
    moduleConstants(file, readFileSync(path.join(projectRoot, file), "utf8"))
      .filter(({ name, isPlain }) => isPlain && !/^[A-Z]/.test(name))
      .map(({ name }) => `${file}: ${name}`),
  );
  expect(inSmall).toEqual([]);
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
