import { createHash } from "node:crypto";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { Fault } from "#runtime/fault.ts";
import { bytesOfFiles, fileOf, readManifest } from "../engine/model/manifest.ts";
import { readModels } from "../engine/model/model-folders.ts";
import { readModelNames } from "../engine/model/model-names.ts";
import { checkModel } from "./check-model.ts";
import { listModels } from "./list-models.ts";
import { tryModel } from "./try-model.ts";
import { chooseModel, installedModels } from "../trial/installed-models.ts";

let home: string;
beforeEach(async () => {
  home = await mkdtemp(path.join(tmpdir(), "installed-"));
});
afterEach(() => rm(home, { recursive: true }));

const sha256 = (content: string) => createHash("sha256").update(content).digest("hex");

/** The content of a model.json, with other fields. */
const manifest = (id: string, fields: object = {}) => ({
  id,
  kind: "ctc-transcriber",
  task: "transcription",
  sample_rate: 16_000,
  files: { network: "a.onnx", again: "a.onnx", letters: "b.ngram" },
  licence: "MIT",
  made_with: {},
  measured: {},
  sha256: { "a.onnx": sha256("network"), "b.ngram": sha256("abc") },
  ...fields,
});

/** Makes a model folder with its model.json, which a text replaces whole, and other files. */
async function install(
  name: string,
  document: object | string,
  files: Readonly<Record<string, string>> = {},
): Promise<string> {
  const folder = path.join(home, name);
  await mkdir(folder);
  const json = typeof document === "string" ? document : JSON.stringify(document);
  await writeFile(path.join(folder, "model.json"), json);
  for (const [file, content] of Object.entries(files)) {
    await writeFile(path.join(folder, file), content);
  }
  return folder;
}

const FILES = { "a.onnx": "network", "b.ngram": "abc" };

/** A message without the folder of this test. */
const short = (text: string) =>
  text.replaceAll(`${home}${path.sep}`, "").replaceAll(home, "models");
const faultOf = async (doing: Promise<unknown>) => {
  const error: unknown = await doing.then(
    () => new Error("it was done"),
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(Fault);
  return short((error as Fault).message);
};

describe("the models of a folder", () => {
  test("are those with a readable model.json; of the others there is a line each", async () => {
    await install("good", manifest("good"));
    await install("bad", "{");
    await mkdir(path.join(home, "empty"));
    const { models, strays } = await installedModels(home);
    expect(models).toEqual([
      {
        folder: path.join(home, "bad"),
        problem: expect.stringMatching(/model\.json: is not JSON \(/) as string,
      },
      {
        folder: path.join(home, "good"),
        manifest: expect.objectContaining({ id: "good" }) as object,
      },
    ]);
    expect(strays.map(short)).toEqual(["empty: has no model.json (ENOENT) and is left out"]);
  });

  test("are a fault where the folder cannot be read", async () => {
    expect(await faultOf(installedModels(path.join(home, "none")))).toBe(
      "none: the folder of models cannot be read (ENOENT); SPEECH_MODELS_DIR names it",
    );
  });

  test("have each id once, that of the first", async () => {
    const folders = [
      await install("one", manifest("same")),
      await install("two", manifest("same")),
      await install("three", manifest("same", { sample_rate: 1 })),
    ];
    const createdAt = new Date(0);
    const places = folders.map((folder) => ({ name: path.basename(folder), folder, createdAt }));
    const found = await readModels(places);
    expect(found.map((one) => ("problem" in one ? short(one.problem) : one.manifest.id))).toEqual([
      "same",
      'two/model.json: id "same" is taken',
      expect.stringMatching(/^three\/model\.json: sample_rate /),
    ]);
  });

  test("are listed with the size of their files, each once, and whether they are the default", async () => {
    await install("a", manifest("a", { default: true, capabilities: ["word_times", "speakers"] }), {
      "a.onnx": "x".repeat(1_200_000),
      "b.ngram": "x".repeat(100_000),
    });
    await install("b", manifest("b", { task: "synthesis", default: false, capabilities: [] }));
    await install("c", "[]");
    const lines = short(await listModels(home)).split("\n");
    expect(lines.slice(0, 3).map((line) => line.split(/ {2,}/))).toEqual([
      ["id", "kind", "task", "rate", "capabilities", "licence", "size", "default"],
      [
        "a",
        "ctc-transcriber",
        "transcription",
        "16000 Hz",
        "word_times, speakers",
        "MIT",
        "1.3 MB",
        "yes",
      ],
      ["b", "ctc-transcriber", "synthesis", "16000 Hz", "-", "MIT", "-", "no"],
    ]);
    expect(lines.slice(3)).toEqual([expect.stringMatching(/^c\/model\.json: /), ""]);
  });
});

describe("a model is chosen", () => {
  test("by its id, by a name of models.json, or as the default of its task", async () => {
    await install("a", manifest("a"));
    await install("b", manifest("b", { default: true }));
    await install("c", manifest("c", { task: "synthesis" }));
    const names = { names: { own: "a" }, defaults: {} };
    await writeFile(path.join(home, "models.json"), JSON.stringify(names));
    const chosen = async (...of: readonly ["transcription" | "synthesis", string?]) =>
      short(await chooseModel(home, ...of));
    expect(await chosen("transcription", "a")).toBe("a");
    expect(await chosen("transcription", "own")).toBe("a");
    expect(await chosen("transcription")).toBe("b");
    expect(await chosen("synthesis")).toBe("c");
    expect(await faultOf(chooseModel(home, "transcription", "c"))).toBe(
      'models: has no model "c" for transcription; there are: a, b',
    );
  });

  test("from none, which is a fault", async () => {
    await install("a", manifest("a"));
    expect(await faultOf(chooseModel(home, "synthesis"))).toBe(
      "models: has no model for synthesis; there are: none",
    );
  });

  test("with a models.json that can be read, or is not there", async () => {
    await install("a", manifest("a"));
    await writeFile(path.join(home, "models.json"), "{\n");
    expect(await faultOf(chooseModel(home, "transcription"))).toMatch(
      /^models\.json: is not JSON \([^\n]+\)$/,
    );
    await rm(path.join(home, "models.json"));
    await mkdir(path.join(home, "models.json"));
    await expect(readModelNames(home)).rejects.toThrow("models.json: cannot be read (EISDIR)");
    await rm(path.join(home, "models.json"), { recursive: true });
    expect(await readModelNames(home)).toEqual({});
  });
});

describe("the files of a model", () => {
  test("have a size together, each counted once", async () => {
    const folder = await install("a", manifest("a"), FILES);
    const read = await readManifest(folder);
    expect(await bytesOfFiles(folder, read)).toBe(10);
    expect(fileOf(folder, read, "letters")).toBe(path.join(folder, "b.ngram"));
    expect(() => fileOf(folder, read, "other")).toThrow("model.json: files.other is missing");
    await rm(path.join(folder, "b.ngram"));
    await expect(bytesOfFiles(folder, read)).rejects.toThrow("b.ngram: cannot be read (ENOENT)");
  });
});

describe("a check", () => {
  const problemsOf = async (folder: string) => {
    const result = await checkModel(folder);
    if (typeof result === "string") throw new Error("nothing is wrong");
    return result.problems.map(short);
  };

  test("names a folder without a model.json, or one that is no JSON", async () => {
    expect(await problemsOf(path.join(home, "none"))).toEqual([
      "none/model.json: cannot be read (ENOENT)",
    ]);
    expect(await problemsOf(await install("broken", "{"))).toEqual([
      expect.stringMatching(/^broken\/model\.json: is not JSON \([^\n]+\)$/),
    ]);
  });

  test("names every field that all kinds share and that is wrong", async () => {
    const folder = await install("a", manifest("a", { task: "singing", licence: "" }), FILES);
    expect(await problemsOf(folder)).toEqual([
      expect.stringMatching(/^a\/model\.json: task /),
      expect.stringMatching(/^a\/model\.json: licence /),
    ]);
  });

  test("names a kind that there is not, and every file that is not as it has to be", async () => {
    const { sha256: sums } = manifest("a");
    const other = {
      ...manifest("a", { kind: "other", files: { a: "a.onnx", b: "b.ngram", c: "c" } }),
    };
    const folder = await install("a", { ...other, sha256: sums }, { "a.onnx": "changed" });
    expect(await problemsOf(folder)).toEqual([
      expect.stringMatching(/^a\/model\.json: kind "other" is not known \(.*ctc-transcriber.*\)$/),
      "a/a.onnx: does not have the sha256 that model.json names",
      "a/b.ngram: cannot be read (ENOENT)",
      "a/model.json: sha256.c is missing",
    ]);
  });

  test("names every field of its kind that is wrong", async () => {
    const fields = { state_size: "large", decoding: 3 };
    const problems = await problemsOf(await install("a", manifest("a", fields), FILES));
    expect(problems).toContain("a/model.json: state_size must be integer");
    expect(problems).toContain("a/model.json: decoding must be object");
  });
});

test("a try of a file that is not there is a fault of the file", async () => {
  const file = path.join(home, "gone.wav");
  expect(await faultOf(tryModel(path.join(home, "none"), file, undefined))).toBe(
    "gone.wav: cannot be read (ENOENT)",
  );
  await writeFile(file, "");
  expect(await faultOf(tryModel(path.join(home, "none"), file, undefined))).toBe(
    "none/model.json: cannot be read (ENOENT)",
  );
});
