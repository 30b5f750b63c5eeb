import { createHash } from "node:crypto";
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { Fault } from "#runtime/fault.ts";
import type { CatalogueEntry } from "./catalogue/catalogue.ts";
import { getModel, type DownloadSettings } from "./get-model.ts";

let home: string;
beforeEach(async () => {
  home = await mkdtemp(path.join(tmpdir(), "get-model-"));
});
afterEach(() => rm(home, { recursive: true }));

/** Nothing of these tests is downloaded. */
const SETTINGS: DownloadSettings = {
  mirror: undefined,
  proxies: { http: "", https: "", none: "" },
  output: { write: () => undefined },
  stopping: AbortSignal.abort(),
};

const sha256 = (content: string) => createHash("sha256").update(content).digest("hex");
const ENTRY: CatalogueEntry = {
  name: "kokoro.tr",
  about: "Speaks",
  source: "https://models.example.com/kokoro",
  files: [
    {
      name: "a.onnx",
      address: "https://models.example.com/a",
      bytes: 7,
      sha256: sha256("network"),
    },
    { name: "b.txt", address: "https://models.example.com/b" },
  ],
  model: {
    kind: "kokoro-synthesizer",
    task: "synthesis",
    sample_rate: 24_000,
    files: { network: "a.onnx" },
    licence: "MIT",
  },
  needs: { memory_megabytes: 400, memory_is: "estimated", packages: [] },
  published: [],
  run_here: "It was not.",
};

/** Makes a folder of models with files. */
async function install(name: string, files: Readonly<Record<string, string>>): Promise<void> {
  await mkdir(path.join(home, name), { recursive: true });
  for (const [file, content] of Object.entries(files)) {
    await writeFile(path.join(home, name, file), content);
  }
}

const get = async (isTrusted = false, entry = ENTRY, folder = home) =>
  getModel(entry, folder, isTrusted, SETTINGS);
async function faultOf(doing: Promise<unknown>): Promise<string> {
  const error: unknown = await doing.catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(Fault);
  return (error as Fault).message.replaceAll(`${home}${path.sep}`, "");
}

describe("a model that is there", () => {
  test("is not downloaded again, whoever trusts it", async () => {
    await install("kokoro-tr", { "a.onnx": "network", "b.txt": "anything", "more.txt": "" });
    const folder = path.join(home, "kokoro-tr");
    expect(await get()).toBe(`kokoro-tr is in ${folder} already, and whole\n`);
    expect(await readdir(home)).toEqual(["kokoro-tr"]);
  });

  test.each([
    [{ "a.onnx": "changed", "b.txt": "" }, "a.onnx"],
    [{ "a.onnx": "network" }, "b.txt"],
    [{}, "a.onnx"],
  ])("with %o is not overwritten", async (files, name) => {
    await install("kokoro-tr", files);
    expect(await faultOf(get(true))).toBe(
      `kokoro-tr: is there already, and its ${name} is not the catalogue's; move the folder away first`,
    );
  });

  test("in another folder keeps its id", async () => {
    const manifest = {
      id: "kokoro-tr",
      kind: "a",
      task: "synthesis",
      sample_rate: 24_000,
      licence: "MIT",
      files: {},
      made_with: {},
      measured: {},
      sha256: {},
    };
    await install("own", { "model.json": JSON.stringify(manifest) });
    expect(await faultOf(get(true))).toBe('own: is a model "kokoro-tr" already');
  });
});

test("files whose SHA-256 nobody knows are taken only by those who trust them", async () => {
  expect(await faultOf(get())).toBe(
    "kokoro.tr: the catalogue has no SHA-256 of b.txt; with --trust what https://models.example.com/kokoro has now is taken, and its SHA-256 are written down",
  );
  // Nothing is left of it, not even the folder of downloads.
  expect(await readdir(home)).toEqual([]);
});

test("a model that is larger than the disk is not begun", async () => {
  const [file] = ENTRY.files;
  if (file === undefined) throw new Error("the model has no file");
  const huge = { ...ENTRY, files: [{ ...file, bytes: 1e18 }] };
  expect(await faultOf(get(true, huge))).toMatch(
    /^\.downloads\/kokoro-tr: 1000000000016\.0 MB are needed for kokoro\.tr, and \d+\.\d MB are free$/,
  );
});

test("a model that another process downloads is left to that", async () => {
  await install(".downloads", { "kokoro-tr.lock": "" });
  expect(await faultOf(get(true))).toBe("kokoro-tr: another process is downloading it");
  expect(await readdir(path.join(home, ".downloads"))).toEqual(["kokoro-tr.lock"]);
});

test("a folder that cannot be made is a fault", async () => {
  await writeFile(path.join(home, "file"), "");
  expect(await faultOf(get(true, ENTRY, path.join(home, "file")))).toMatch(
    /^file\/\.downloads: cannot be made \(E\w+\)$/,
  );
});
