import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import packageJson from "../package.json" with { type: "json" };
import { readBuildInfo } from "./build-info.ts";

const project = path.join(import.meta.dirname, "..");

test("the commit is the one that the build names, also where it names none", () => {
  const { version } = packageJson;
  expect(readBuildInfo({ BUILD_COMMIT: "abc" })).toEqual({ version, commit: "abc" });
  expect(readBuildInfo({ BUILD_COMMIT: "" })).toEqual({ version, commit: "" });
});

test.runIf(existsSync(path.join(project, ".git/HEAD")))(
  "without one it is that of the git checkout",
  () => {
    const head = execFileSync("git", ["rev-parse", "HEAD"], { cwd: project, encoding: "utf8" });
    expect(readBuildInfo({}).commit).toBe(head.trim());
  },
);
