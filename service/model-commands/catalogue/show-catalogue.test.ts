import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Fault } from "#runtime/fault.ts";
import {
  bytesOf,
  entryNamed,
  modelId,
  readCatalogue,
  unpinnedFiles,
  type CatalogueEntry,
} from "./catalogue.ts";
import { catalogueDetails, catalogueJson, catalogueTable } from "./show-catalogue.ts";

const SHA256 = "a".repeat(64);

const WHISPER: CatalogueEntry = {
  name: "whisper-small.tr",
  about: "Hears Turkish",
  source: "https://models.example.com/whisper",
  files: [
    {
      name: "a.onnx",
      address: "https://models.example.com/a.onnx",
      bytes: 2_000_000,
      sha256: SHA256,
    },
    {
      name: "b.onnx",
      address: "https://models.example.com/b.onnx",
      bytes: 500_000,
      sha256: SHA256,
    },
  ],
  model: {
    kind: "whisper-transcriber",
    task: "transcription",
    sample_rate: 16_000,
    capabilities: ["word_times", "written_form"],
    files: { encoder: "a.onnx", decoder: "b.onnx" },
    licence: "MIT",
    architecture: "Whisper",
  },
  needs: { memory_megabytes: 900, memory_is: "measured", packages: ["sherpa-onnx"] },
  published: [
    { on: "FLEURS", measure: "word_error_ratio", value: 0.0526, from: "its authors" },
    { on: "LJ", measure: "MOS", value: 4.2, how: "40 people", from: "others" },
  ],
  run_here: "It was not run here.",
};
const KOKORO: CatalogueEntry = {
  ...WHISPER,
  name: "kokoro",
  files: [{ name: "k.onnx", address: "https://models.example.com/k.onnx" }],
  model: {
    kind: "kokoro-synthesizer",
    task: "synthesis",
    sample_rate: 24_000,
    files: { network: "k.onnx" },
    licence: "Apache-2.0",
  },
  needs: { memory_megabytes: 400, memory_is: "estimated", packages: [] },
  published: [],
};

describe("the table of published models", () => {
  const lines = catalogueTable([WHISPER, KOKORO]).split("\n");

  test("has a row for each, with its size, and its first figure", () => {
    expect(lines.slice(0, 3).map((line) => line.split(/ {2,}/))).toEqual([
      ["name", "task", "form", "size", "memory", "licence", "SHA-256", "published"],
      [
        "whisper-small.tr",
        "transcription",
        "Whisper",
        "2.5 MB",
        "900 MB",
        "MIT",
        "yes",
        "5.3 % word error, FLEURS",
      ],
      ["kokoro", "synthesis", "kokoro-synthesizer", "not known", "400 MB", "Apache-2.0", "no", "-"],
    ]);
  });

  test("says what else there is to know", () => {
    expect(lines.slice(3)).toEqual([
      "",
      "What is published was measured by others; npm run models -- catalogue NAME says by whom, and what of it was run here.",
      "npm run models -- get NAME downloads one.",
      "",
    ]);
  });
});

const rowsOf = (entry: CatalogueEntry) =>
  catalogueDetails(entry)
    .trimEnd()
    .split("\n")
    .map((line) => line.split(/ {2,}/));

test("the details of a model are all that is known of it", () => {
  expect(rowsOf(WHISPER)).toEqual([
    ["name", "whisper-small.tr"],
    ["what", "Hears Turkish"],
    ["from", "https://models.example.com/whisper"],
    ["model id", "whisper-small-tr"],
    ["runs as", "transcription, whisper-transcriber, Whisper, 16000 Hz"],
    ["able to", "word_times, written_form"],
    ["licence", "MIT"],
    ["needs", "sherpa-onnx, 900 MB of memory (measured)"],
    ["file", `a.onnx, 2.0 MB, SHA-256 ${SHA256}`],
    ["file", `b.onnx, 0.5 MB, SHA-256 ${SHA256}`],
    ["published", "5.3 % word error, FLEURS: its authors"],
    ["published", "4.2 MOS, LJ, 40 people: others"],
    ["run here", "It was not run here."],
  ]);
  expect(rowsOf(KOKORO)).toEqual(
    expect.arrayContaining([
      ["runs as", "synthesis, kokoro-synthesizer, 24000 Hz"],
      ["able to", "nothing of model.json's capabilities"],
      ["needs", "400 MB of memory (estimated)"],
      ["file", "k.onnx, -, SHA-256 not known"],
    ]),
  );
});

test("the JSON of a model has the model.json that it becomes, with the SHA-256 that are known", () => {
  const { models } = JSON.parse(catalogueJson([WHISPER, KOKORO])) as {
    readonly models: readonly Readonly<Record<string, unknown>>[];
  };
  const [whisper, kokoro] = models;
  expect(whisper).toMatchObject({
    name: "whisper-small.tr",
    manifest: {
      id: "whisper-small-tr",
      kind: "whisper-transcriber",
      made_with: {
        source: WHISPER.source,
        files: {
          "a.onnx": "https://models.example.com/a.onnx",
          "b.onnx": "https://models.example.com/b.onnx",
        },
      },
      measured: { published: WHISPER.published },
      sha256: { "a.onnx": SHA256, "b.onnx": SHA256 },
    },
  });
  expect(whisper).not.toHaveProperty("model");
  expect(whisper).not.toHaveProperty("manifest.made_with.trusted");
  expect(kokoro).toHaveProperty("manifest.sha256", {});
  expect(kokoro).toHaveProperty("manifest.made_with.trusted");
});

test("a model has an id without full stops, a size, and files that are not pinned", () => {
  expect(modelId({ name: "a.b.c-1" })).toBe("a-b-c-1");
  expect([WHISPER, KOKORO].map(bytesOf)).toEqual([2_500_000, 0]);
  expect([WHISPER, KOKORO].map(unpinnedFiles)).toEqual([[], ["k.onnx"]]);
});

describe("a model by its name", () => {
  const entries = ["whisper-small", "whisper-large", "kokoro"].map((name) => ({ ...KOKORO, name }));

  test("is found", () => {
    expect(entryNamed(entries, "kokoro")).toBe(entries[2]);
  });

  test.each([
    ["kokoko", "did you mean kokoro?"],
    ["Kokoro", "did you mean kokoro?"],
    ["kok", "did you mean kokoro?"],
    // Two letters may differ, in a long name a third of them.
    ["kokaca", "there are whisper-small, whisper-large, kokoro"],
    ["whisper-smoll", "did you mean whisper-small?"],
    ["whisper", "did you mean whisper-small or whisper-large?"],
    ["whisper-larger", "did you mean whisper-large?"],
    ["piper", "there are whisper-small, whisper-large, kokoro"],
  ])("is suggested for %s: %s", (name, hint) => {
    expect(() => entryNamed(entries, name)).toThrow(
      new Fault(`the catalogue has no model "${name}"; ${hint}`),
    );
  });

  test("is nowhere in a list without models", () => {
    expect(() => entryNamed([], "a")).toThrow('the catalogue has no model "a"; there are none');
  });
});

describe("a list of models", () => {
  let home: string;
  beforeAll(async () => {
    home = await mkdtemp(path.join(tmpdir(), "catalogue-"));
  });
  afterAll(() => rm(home, { recursive: true }));

  const faultOf = async (name: string, content?: string) => {
    const file = path.join(home, name);
    if (content !== undefined) await writeFile(file, content);
    const error: unknown = await readCatalogue(file).catch((thrown: unknown) => thrown);
    if (!(error instanceof Fault)) throw new Error("the list is taken", { cause: error });
    return error.message.replaceAll(`${home}${path.sep}`, "");
  };
  const listOf = (...models: readonly object[]) => JSON.stringify({ models });

  test("is read as it is written", async () => {
    const file = path.join(home, "good.json");
    await writeFile(file, listOf(WHISPER, KOKORO));
    expect(await readCatalogue(file)).toEqual([WHISPER, KOKORO]);
  });

  test("is refused where it is not there, or no JSON, in one line", async () => {
    expect(await faultOf("gone.json")).toBe("gone.json: cannot be read (ENOENT)");
    expect(await faultOf("broken.json", "{\n")).toMatch(/^broken\.json: is not JSON \([^\n]+\)$/);
  });

  test("is refused with all wrong fields", async () => {
    const message = await faultOf("fields.json", listOf({ ...KOKORO, about: "", run_here: 3 }));
    expect(message.split("\n")).toEqual([
      expect.stringMatching(/^fields\.json: models\.0\.about /),
      expect.stringMatching(/^fields\.json: models\.0\.run_here /),
    ]);
  });

  test("is refused where models or files do not fit together", async () => {
    const [file] = KOKORO.files;
    expect(
      await faultOf(
        "unfit.json",
        listOf(
          { ...KOKORO, name: "a.b" },
          { ...KOKORO, name: "a-b" },
          { ...KOKORO, name: "c", files: [file, file] },
          { ...KOKORO, name: "d", model: { ...KOKORO.model, files: { network: "other.onnx" } } },
        ),
      ),
    ).toBe(
      [
        "unfit.json: a-b is there twice",
        "unfit.json: c has two files of one name",
        "unfit.json: d needs other.onnx, and has no address of it",
      ].join("\n"),
    );
  });
});
