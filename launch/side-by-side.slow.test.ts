import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), "side-by-side-"));
  const scripts = { whole: "echo all is well", broken: "echo it broke >&2; exit 3" };
  writeFileSync(path.join(folder, "package.json"), JSON.stringify({ scripts }));
});
afterAll(() => rmSync(folder, { recursive: true }));

const sideBySide = (...scripts: string[]) =>
  spawnSync(process.execPath, [path.join(import.meta.dirname, "side-by-side.mjs"), ...scripts], {
    cwd: folder,
    encoding: "utf8",
  });

test("what each script wrote is shown, and one that failed is named", () => {
  expect(sideBySide("broken", "whole")).toMatchObject({
    status: 1,
    stdout: "all is well\n",
    stderr: "it broke\nnpm run broken failed: exit code 3\n",
  });
  expect(sideBySide("whole")).toMatchObject({ status: 0, stderr: "" });
});

test("a command runs beside them, with its arguments, and what it writes is shown", () => {
  const write =
    "process.stdout.write(process.argv.slice(1).join(' ')); process.exit(process.argv[2])";
  const beside = (code: string) =>
    sideBySide("whole", "--", process.execPath, "-e", write, "--", "ended with", code);
  const well = beside("0");
  expect(well).toMatchObject({ status: 0, stderr: "" });
  expect(well.stdout).toContain("ended with 0");
  expect(well.stdout).toContain("all is well\n");
  expect(beside("4")).toMatchObject({
    status: 1,
    stderr: `${process.execPath} failed: exit code 4\n`,
  });
  expect(sideBySide("broken", "--", process.execPath, "-e", "0")).toMatchObject({ status: 1 });
});

test("without scripts it says how it is used", () => {
  expect(sideBySide()).toMatchObject({ status: 2, stderr: expect.stringContaining("usage:") });
});
