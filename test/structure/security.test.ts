import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { projectRoot } from "../support/program.ts";

test("every promise of docs/security.md names a test that is there", () => {
  const document = readFileSync(path.join(projectRoot, "docs/security.md"), "utf8");
  const [, promises = ""] = document.split("| promise | test |");
  const rows = promises
    .split("\n## ")[0]!
    .split("\n")
    .slice(2)
    .filter((row) => row.startsWith("|"));
  expect(rows.length).toBeGreaterThan(15);
  const tests = (row: string) =>
    [...row.matchAll(/`([\w./-]+\.test\.ts)`/g)].map(([, file]) => file!);
  expect(rows.filter((row) => tests(row).length === 0)).toEqual([]);
  const isGone = (file: string) => !existsSync(path.join(projectRoot, file));
  expect(rows.flatMap(tests).filter(isGone)).toEqual([]);
});
