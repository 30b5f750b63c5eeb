import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type AdminApi, type AdminRequest, CommandError } from "./admin-api.ts";
import { saveEvidence } from "./save-evidence.ts";

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), "speech-evidence-"));
});
afterEach(() => rm(directory, { recursive: true }));

const value = {
  id: "e1",
  check_id: "tts",
  audio: [{ path: "/audio/sent" }, { path: "/audio/received" }],
  facts: { seed: "s" },
};
const json = `${JSON.stringify(value, null, 2)}\n`;
const requests: AdminRequest[] = [];

/** An admin API that has one piece of evidence, whose audio files are called as their paths. */
const api = {
  async ask(_schema: unknown, request: AdminRequest) {
    requests.push(request);
    return value;
  },
  async download(file: string) {
    return { filename: file.slice("/audio".length), bytes: Buffer.from(`bytes of ${file}`) };
  },
} as unknown as AdminApi;

test("evidence is shown where it is not to be saved", async () => {
  expect(await saveEvidence(api, {}, "e/1")).toEqual({ value, text: json });
  expect(requests.at(-1)).toEqual({ path: "/evidence/e%2F1" });
  expect(await readdir(directory)).toEqual([]);
});

test("evidence is saved with its audio into a folder that is made, and nowhere else", async () => {
  const save = path.join(directory, "new", "folder");
  const files = ["tts-e1.json", "sent", "received"].map((name) => path.join(save, name));
  expect(await saveEvidence(api, { save }, "e1")).toEqual({
    value,
    text: files.map((file) => `saved ${file}\n`).join(""),
  });
  const contents = await Promise.all(files.map((file) => readFile(file, "utf8")));
  expect(contents).toEqual([json, "bytes of /audio/sent", "bytes of /audio/received"]);
  expect(await readdir(save)).toHaveLength(3);
});

test("a folder that cannot be made is refused in one line", async () => {
  const save = path.join(directory, "file");
  await writeFile(save, "");
  const refused = saveEvidence(api, { save }, "e1");
  await expect(refused).rejects.toThrow(
    new CommandError(`--save ${save}: nothing can be written there (EEXIST)`),
  );
});
