import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { DatabaseOpenError } from "./database-open-error.ts";
import { lockDirectory, lockOnceFree } from "./directory-lock.ts";

/** Above the highest process id of Linux. */
const NOBODY = 4_194_305;

let root: string;
let directory: string;
beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), "speech-lock-"));
  directory = path.join(root, "data", "status");
});
afterEach(() => rm(root, { recursive: true }));

/** Returns code and message of the fault of a lock that is refused. */
function refusalOf(lock: () => unknown): readonly string[] {
  try {
    lock();
  } catch (error) {
    if (error instanceof DatabaseOpenError) return [error.code, error.message];
    throw error;
  }
  return [];
}

describe("a lock on a directory", () => {
  test("keeps others out until it is released, and names its holder", async () => {
    const lock = lockDirectory(directory, 77);
    expect(await readFile(`${directory}.pid`, "utf8")).toBe("77\n");
    expect(refusalOf(() => lockDirectory(directory))).toEqual([
      "database_locked",
      `the embedded database ${directory} is in use by process 77; stop that process first, or give both a PostgreSQL URL`,
    ]);
    lock.release();
    expect(existsSync(`${directory}.pid`)).toBe(false);
    const next = lockDirectory(directory);
    expect(await readFile(`${directory}.pid`, "utf8")).toBe(`${process.pid}\n`);
    next.release();
  });

  test("says so where its holder is not known", async () => {
    const lock = lockDirectory(directory, 77);
    await rm(`${directory}.pid`);
    expect(refusalOf(() => lockDirectory(directory))[1]).toContain("process (pid not known);");
    lock.release();
  });

  test("is refused where nothing can be written", async () => {
    await mkdir(`${directory}.lock`, { recursive: true });
    const [code, message] = refusalOf(() => lockDirectory(directory));
    expect(code).toBe("directory_unwritable");
    expect(message).toMatch(
      `cannot write to ${path.dirname(directory)} for the embedded database: `,
    );
    await rm(`${directory}.lock`, { recursive: true });
    await mkdir(`${directory}.pid`);
    expect(refusalOf(() => lockDirectory(directory))[0]).toBe("directory_unwritable");
  });
});

describe("a lock that is waited for", () => {
  test("is taken at once where it is free", async () => {
    const lock = await lockOnceFree(directory, 77);
    expect(await readFile(`${directory}.pid`, "utf8")).toBe("77\n");
    lock.release();
  });

  test("is refused at once while the user of its holder is alive", async () => {
    const lock = lockDirectory(directory, process.pid);
    const begunMs = performance.now();
    await expect(lockOnceFree(directory, 77)).rejects.toThrow(
      `is in use by process ${process.pid};`,
    );
    expect(performance.now() - begunMs).toBeLessThan(5_000);
    lock.release();
  });

  test.each([
    ["is gone", `${NOBODY}\n`],
    ["is not in its file yet", ""],
  ])("is taken once it is released where the user of its holder %s", async (_name, pid) => {
    const lock = lockDirectory(directory, NOBODY);
    await writeFile(`${directory}.pid`, pid);
    setTimeout(() => lock.release(), 30);
    const next = await lockOnceFree(directory, 77);
    expect(await readFile(`${directory}.pid`, "utf8")).toBe("77\n");
    next.release();
  });

  test("is not waited for where nothing can be written", async () => {
    await mkdir(`${directory}.lock`, { recursive: true });
    await expect(lockOnceFree(directory, 77)).rejects.toMatchObject({
      code: "directory_unwritable",
    });
  });
});
