import { mkdtemp, readFile, rm, stat, utimes, writeFile } from "node:fs/promises";
import { hostname, tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { Fault } from "#runtime/fault.ts";
import { takeLock } from "./download-lock.ts";

let home: string;
let file: string;
beforeEach(async () => {
  home = await mkdtemp(path.join(tmpdir(), "lock-"));
  file = path.join(home, "model.lock");
});
afterEach(() => rm(home, { recursive: true }));

/** Writes a lock that was touched some time ago. */
async function leave(content: string, ageMs = 0): Promise<void> {
  await writeFile(file, content);
  const touched = new Date(Date.now() - ageMs);
  await utimes(file, touched, touched);
}

/** More than any process has. */
const NO_PID = 2 ** 30;

test("a lock names its process while it is held, and goes when it is given back", async () => {
  {
    await using _lock = await takeLock(file, "synth");
    expect(await readFile(file, "utf8")).toBe(`${process.pid} ${hostname()}\n`);
  }
  await expect(stat(file)).rejects.toThrow("ENOENT");
  await using _again = await takeLock(file, "synth");
});

describe("a lock of somebody else", () => {
  test.each([
    [`${process.pid} ${hostname()}\n`, 0, `process ${process.pid} on ${hostname()}`],
    // Processes of another machine cannot be asked.
    [`${NO_PID} another-machine\n`, 25_000, `process ${NO_PID} on another-machine`],
    ["", 0, "another process"],
  ])("%j that was touched %s ms ago stands", async (content, ageMs, holder) => {
    await leave(content, ageMs);
    await expect(takeLock(file, "synth")).rejects.toThrow(
      new Fault(`synth: ${holder} is downloading it`),
    );
    expect(await readFile(file, "utf8")).toBe(content);
  });

  test.each([
    [`${NO_PID} ${hostname()}\n`, 0],
    [`${NO_PID} another-machine\n`, 31_000],
    [`${process.pid} ${hostname()}\n`, 31_000],
    ["", 31_000],
  ])("%j that was touched %s ms ago is that of a dead process", async (content, ageMs) => {
    await leave(content, ageMs);
    await using _lock = await takeLock(file, "synth");
    expect(await readFile(file, "utf8")).toBe(`${process.pid} ${hostname()}\n`);
  });
});

test("a lock that cannot be written is a fault of its place", async () => {
  const nowhere = path.join(home, "gone", "model.lock");
  await expect(takeLock(nowhere, "synth")).rejects.toThrow(
    new Fault(`${nowhere}: cannot be written (ENOENT)`),
  );
});
