import { spawn } from "node:child_process";
import { cp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect } from "vitest";
import { letters } from "#word-errors/letters.ts";
import { longTest, shortTest } from "../../support/lengths.ts";
import {
  cleanEnvironment,
  projectRoot,
  QUICK_TO_START,
  testModels,
} from "../../support/program.ts";
import { wordsHeard } from "../../support/service/words-heard.ts";
import { temporaryDirectory, type TemporaryDirectory } from "../../support/temporary-directory.ts";

let home: TemporaryDirectory;
beforeAll(async () => {
  home = await temporaryDirectory("models-command");
});
afterAll(() => home[Symbol.asyncDispose]());

/** Runs `npm run models` as its script does. */
async function models(...parameters: readonly string[]) {
  const entry = [...QUICK_TO_START, "launch/start.mjs", "service/models-command.ts"];
  const child = spawn(process.execPath, [...entry, ...parameters], {
    cwd: projectRoot,
    env: { ...cleanEnvironment(), SPEECH_MODELS_DIR: home.path },
  });
  const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
  const [stdout, stderr, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { code, stdout, stderr };
}

/** Copies a bundled model, with other fields in its model.json. */
async function copyOf(id: string, name: string, fields: Readonly<Record<string, unknown>> = {}) {
  const folder = path.join(home.path, name);
  await cp(path.join(testModels, id), folder, { recursive: true, dereference: true });
  const file = path.join(folder, "model.json");
  const manifest = JSON.parse(await readFile(file, "utf8")) as Record<string, unknown>;
  await writeFile(file, JSON.stringify({ ...manifest, ...fields }));
  return folder;
}

shortTest("list names what is installed, and what is none", async () => {
  await copyOf("synth-v1", "own");
  await mkdir(path.join(home.path, "empty"));
  const { code, stdout } = await models("list");
  expect(code).toBe(0);
  expect(stdout).toMatch(
    /^id +kind .*\nsynth-v1 +harmonic-noise-synthesizer +synthesis +24000 Hz +- +MIT +\d\.\d MB +no\n/,
  );
  expect(stdout).toMatch(/empty: has no model\.json \(ENOENT\) and is left out\n$/);
});

longTest(
  "check says that a model fits, or all that is wrong with its fields and files",
  async () => {
    const good = await models("check", path.join(testModels, "transcribe-1"));
    expect(good.stdout).toMatch(
      /^transcribe-1 fits: ctc-transcriber, transcription, 16000 Hz, MIT, /,
    );

    const fields = await models(
      "check",
      await copyOf("transcribe-1", "fields", { task: "singing", sample_rate: "fast", licence: "" }),
    );
    expect(fields.code).toBe(1);
    expect(fields.stderr.trim().split("\n")).toHaveLength(3);
    for (const field of ["task", "sample_rate", "licence"])
      expect(fields.stderr).toContain(`model.json: ${field} `);

    const broken = await copyOf("transcribe-1", "files", { state_size: "large", decoding: {} });
    await rm(path.join(broken, "letters.ngram"));
    await writeFile(path.join(broken, "acoustic.onnx"), "none");
    const { code, stderr } = await models("check", broken);
    expect(code).toBe(1);
    expect(stderr).toMatch(/model\.json: state_size must be integer\n/);
    expect(stderr).toMatch(/model\.json: decoding must have required properties/);
    expect(stderr).toMatch(/acoustic\.onnx: does not have the sha256 that model\.json names\n/);
    expect(stderr).toMatch(/letters\.ngram: cannot be read \(ENOENT\)\n/);
  },
);

const wrongFields = [
  ["rate", { sample_rate: 8000 }, "features.highest_hz is 7600, above half of sample_rate 8000"],
  ["vocabulary", { tokens: ["", " ", "a"] }, "does not describe acoustic.onnx: "],
  ["kind", { kind: "other" }, 'kind "other" is not known (whisper-transcriber, '],
] as const;
longTest.each(wrongFields)("check names a wrong %s", async (name, fields, message) => {
  const { code, stderr } = await models("check", await copyOf("transcribe-1", name, fields));
  expect(code).toBe(1);
  expect(stderr).toContain(message);
  expect(stderr.trim()).not.toContain("\n");
});

longTest("try hears a recording, and speaks a text into a file", async () => {
  const wav = path.join(home.path, "spoken.wav");
  const sentence = path.join(projectRoot, "fixtures/audio/order.txt");
  const spoken = await models("try", path.join(testModels, "synth-v1"), sentence, "--out", wav);
  expect(spoken.stdout).toMatch(/^model +synth-v1, loaded in .*\nvoice +ayla\nfirst audio +/);
  const heard = await models("try", path.join(testModels, "transcribe-1"), wav);
  const [, words = ""] = /\nheard +(.*)\n/.exec(heard.stdout) ?? [];
  const said = letters(await readFile(sentence, "utf8"));
  expect(wordsHeard(letters(words), said)).toBe(said);
  expect(heard.stdout).toMatch(
    /\nspeed +\d+ × real time, the model alone\nmemory +\d+\.\d MB at most\n/,
  );
  const refused = await models("try", path.join(testModels, "transcribe-1"), sentence);
  expect(refused).toMatchObject({ code: 1, stdout: "" });
  expect(refused.stderr.trim()).not.toContain("\n");
});

longTest("bench measures a model beside the bundled one", async () => {
  const { code, stdout } = await models("bench", await copyOf("synth-v1", "own"));
  expect(code).toBe(0);
  expect(stdout).toMatch(
    /^model +loaded in +speed +memory at most +first audio\nsynth-v1 .*\nsynth-v2 \(bundled\) .*\n$/,
  );
});

shortTest("a wrong command line ends with 2 and one line", async () => {
  const { code, stderr } = await models("fly");
  expect(code).toBe(2);
  expect(stderr).toBe("models: unknown command 'fly' (npm run models -- --help)\n");
});
