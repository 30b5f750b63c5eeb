import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { makePrivateDirectory } from "./private-directory.ts";
import { ConfigError } from "./settings.ts";

let home: string;
beforeEach(() => {
  home = mkdtempSync(path.join(tmpdir(), "private-"));
});
afterEach(() => rmSync(home, { recursive: true }));

const mode = (directory: string) => statSync(directory).mode & 0o777;

it("makes a directory, and those above it, that its user alone looks into", () => {
  const directory = path.join(home, "data", "spool");
  makePrivateDirectory(directory);
  expect([mode(directory), mode(path.dirname(directory))]).toEqual([0o700, 0o700]);
});

it.each([0o755, 0o711, 0o770, 0o700])("closes one of mode %o to others", (before) => {
  const directory = path.join(home, "data");
  mkdirSync(directory);
  chmodSync(directory, before);
  makePrivateDirectory(directory);
  expect(mode(directory)).toBe(0o700);
});

it("names a directory that it cannot close, and what to do", () => {
  // Nobody changes the mode of a process's folder.
  expect(() => makePrivateDirectory("/proc/self")).toThrow(ConfigError);
  expect(() => makePrivateDirectory("/proc/self")).toThrow(
    /^DATA_DIR: other users can look into \/proc\/self \(mode 555\).*"chmod 700 \/proc\/self"/,
  );
});

it("leaves one that all users share as it is, and says so", () => {
  const shared = path.join(home, "tmp");
  mkdirSync(shared);
  chmodSync(shared, 0o1777);
  expect(() => makePrivateDirectory(shared)).toThrow(
    `DATA_DIR: ${shared} is for the files of all users; name a folder in it`,
  );
  expect(mode(shared)).toBe(0o777);
});
