import { mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { MonitorFileError } from "./located-document.ts";
import { type MonitorFileReader, type MonitorFileWatch, openMonitorFile } from "./monitor-file.ts";

let directory: string;
let file: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "speech-monitor-file-"));
  file = join(directory, "monitor.yaml");
});
afterEach(() => rm(directory, { recursive: true }));

/** Replaces the file in one step, so that nobody reads the half of it. */
async function replace(text: string): Promise<void> {
  await writeFile(`${file}.new`, text);
  await rename(`${file}.new`, file);
}

function textFor(name: string): string {
  const check = { id: "port", kind: "tcp", host: "localhost", port: 1 };
  const page = { id: "page", name, url: "http://127.0.0.1" };
  const components = [{ id: "web", name: "web", checks: [check] }];
  return JSON.stringify({ page, groups: [], components });
}

/** A reader that records its calls, as `name`, `refused: …`, in order; its first `take` waits for `first`. */
class Listener implements MonitorFileReader {
  readonly calls: string[] = [];
  #waiting: { count: number; done: () => void } | undefined;
  readonly #first: () => Promise<void>;
  #takes = 0;

  constructor(first: () => Promise<void> = () => Promise.resolve()) {
    this.#first = first;
  }

  take: MonitorFileReader["take"] = async ({ page }) => {
    this.#takes += 1;
    if (this.#takes === 1) await this.#first();
    this.#tell(typeof page.name === "string" ? page.name : JSON.stringify(page.name));
  };

  refuse(error: unknown): void {
    this.#tell(`refused: ${error instanceof Error ? error.message : String(error)}`);
  }

  /** Resolves after so many calls. */
  async untilNotified(count: number): Promise<void> {
    if (this.calls.length >= count) return;
    await new Promise<void>((done) => (this.#waiting = { count, done }));
  }

  #tell(what: string): void {
    this.calls.push(what);
    if (this.#waiting !== undefined && this.calls.length >= this.#waiting.count)
      this.#waiting.done();
  }
}

describe("a watched monitor file", () => {
  async function watch(
    listener: Listener,
    before?: () => Promise<void>,
  ): Promise<MonitorFileWatch> {
    await replace(textFor("opened"));
    const opened = await openMonitorFile(file, {});
    expect(opened.configuration.page.name).toBe("opened");
    await before?.();
    return opened.watch(listener);
  }

  test("tells what changed between its opening and its watching", async () => {
    const listener = new Listener();
    await using _watch = await watch(listener, () => replace(textFor("changed early")));
    await listener.untilNotified(1);
    expect(listener.calls).toEqual(["changed early"]);
  });

  test("tells a change that comes while another is taken, after it", async () => {
    const listener = new Listener(() => replace(textFor("second")));
    await using _watch = await watch(listener);
    await replace(textFor("first"));
    await listener.untilNotified(2);
    expect(listener.calls).toEqual(["first", "second"]);
  });

  test("names what it refuses, also that it is gone, and tells the next good one", async () => {
    const listener = new Listener();
    await using _watch = await watch(listener);
    await replace("page: {");
    await listener.untilNotified(1);
    await rename(file, `${file}.away`);
    await listener.untilNotified(2);
    await replace(textFor("good"));
    await listener.untilNotified(3);
    expect(listener.calls[0]).toMatch(/^refused: .*monitor\.yaml:1: /);
    expect(listener.calls.slice(1)).toEqual([
      `refused: ${file}: cannot be read (ENOENT); MONITOR_CONFIG names it`,
      "good",
    ]);
  });

  test("is read again when asked to, though it has not changed and could not be taken", async () => {
    const listener = new Listener(() => Promise.reject(new Error("the database is away")));
    await using watched = await watch(listener);
    await replace(textFor("changed"));
    await listener.untilNotified(1);
    watched.reload();
    await listener.untilNotified(2);
    expect(listener.calls).toEqual(["refused: the database is away", "changed"]);
  });

  test("is refused when it is opened broken", async () => {
    await replace("page: {");
    await expect(openMonitorFile(file, {})).rejects.toThrow(MonitorFileError);
  });
});
