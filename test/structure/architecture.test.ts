import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const root = path.resolve(import.meta.dirname, "../..");

/** Returns the paths in backticks that a document names. */
function pathsNamed(document: string): string[] {
  return [...document.matchAll(/`([\w./-]+\/[\w./-]+)`/g)].map(([, named]) => named!);
}

test.each(["docs/architecture.md"])("%s names files and folders that are there", (file) => {
  const named = pathsNamed(readFileSync(path.join(root, file), "utf8"));
  expect(named.length).toBeGreaterThan(50);
  expect(named.filter((name) => !existsSync(path.join(root, name)))).toEqual([]);
});
