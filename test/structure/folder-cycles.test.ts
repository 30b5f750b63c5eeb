import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";

import { folderCycles, importsInCircles } from "./folder-cycles.ts";
import { importsAmong, type FileImport } from "./imports.ts";
import { allFiles, ofTraining, productFiles } from "./product-files.ts";

const root = path.resolve(import.meta.dirname, "../..");

/** Those that can import the training, and the training itself. */
function filesThatNameTraining(): string[] {
  return allFiles().filter(
    (file) => ofTraining(file) || readFileSync(path.join(root, file), "utf8").includes("training/"),
  );
}

const imports = (...steps: string[]): FileImport[] =>
  steps.map((step) => {
    const [from, to] = step.split(" > ");
    return { from: from!, to: to!, ofTypes: false };
  });

describe("the product", () => {
  test("has folders that import each other in one direction only, at every depth", () => {
    expect(folderCycles(importsAmong(root, productFiles()))).toEqual([]);
  });

  test("has files that import each other in one direction only, types included", () => {
    expect(importsInCircles(importsAmong(root, productFiles()))).toEqual([]);
  });
});

test("neither the product nor its tests import anything of the training", () => {
  const imports = importsAmong(root, filesThatNameTraining());
  expect(imports.filter(({ from, to }) => !ofTraining(from) && ofTraining(to))).toEqual([]);
  expect(imports.some(({ from, to }) => ofTraining(from) && ofTraining(to))).toBe(true);
});

describe("a circle is found", () => {
  test("between two folders", () => {
    const found = folderCycles(imports("a/x.ts > b/y.ts", "b/z.ts > a/w.ts"));
    expect(found.map(({ folder, parts }) => [folder, ...parts])).toEqual([[".", "a", "b"]]);
  });

  test("deep inside, and over three folders", () => {
    const found = folderCycles(
      imports("p/q/a/1.ts > p/q/b/1.ts", "p/q/b/2.ts > p/q/c/d/1.ts", "p/q/c/2.ts > p/q/a/2.ts"),
    );
    expect(found.map(({ folder, parts }) => [folder, ...parts])).toEqual([["p/q", "a", "b", "c"]]);
  });

  test("between a folder's own files and a folder in it", () => {
    const found = folderCycles(imports("a/roof.ts > a/b/x.ts", "a/b/y.ts > a/foundation.ts"));
    expect(found.map(({ folder, parts }) => [folder, ...parts])).toEqual([["a", "(files)", "b"]]);
  });

  test("with an import for each of its steps", () => {
    const steps = imports("a/x.ts > b/y.ts", "b/z.ts > a/w.ts");
    expect(folderCycles(steps)[0]!.imports).toEqual(steps);
  });
});

test("one direction is no circle", () => {
  expect(
    folderCycles(
      imports("a/x.ts > b/y.ts", "a/z.ts > c/w.ts", "b/y.ts > c/w.ts", "a/x.ts > a/z.ts"),
    ),
  ).toEqual([]);
});

test("imports in a circle of files are found, and not those that lead to it or from it", () => {
  const circle = imports("b > c", "c > d", "d > b");
  expect(importsInCircles([...imports("a > b", "c > e"), ...circle])).toEqual(circle);
  expect(importsInCircles(imports("a > b", "b > c", "a > c"))).toEqual([]);
});
