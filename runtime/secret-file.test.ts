import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readSecretFile, writeSecretFile } from "./secret-file.ts";
import { ConfigError } from "./settings.ts";

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), "speech-secret-"));
});
afterEach(() => rm(directory, { recursive: true }));

test("a secret is written for its owner alone, and read without its line end", async () => {
  const file = path.join(directory, "new", "token");
  await writeSecretFile(file, "secret");
  expect(await readFile(file, "utf8")).toBe("secret\n");
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect((await stat(path.dirname(file))).mode & 0o777).toBe(0o700);
  expect(await readSecretFile(file)).toBe("secret");
  expect(await readdir(path.dirname(file))).toEqual(["token"]);
});

test("a secret that is in the file already is not written again", async () => {
  const file = path.join(directory, "token");
  await writeSecretFile(file, "secret");
  const { ino } = await stat(file);
  await writeSecretFile(file, "secret");
  expect((await stat(file)).ino).toBe(ino);
  await writeSecretFile(file, "other");
  expect(await readSecretFile(file)).toBe("other");
});

test("a file that is empty or not there has no secret", async () => {
  const file = path.join(directory, "token");
  expect(await readSecretFile(file)).toBeUndefined();
  await writeFile(file, " \n");
  expect(await readSecretFile(file)).toBeUndefined();
});

test("a secret that cannot be written is a fault of the settings", async () => {
  const taken = path.join(directory, "taken");
  await mkdir(taken);
  await expect(writeSecretFile(taken, "secret")).rejects.toThrow(ConfigError);
});
