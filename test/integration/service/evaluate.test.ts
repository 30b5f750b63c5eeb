import { longTest, shortTest } from "../../support/lengths.ts";
import { spawnSync } from "node:child_process";
import { copyFile, mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { createMp3Encoder } from "wasm-media-encoders";
import { afterAll, beforeAll, expect } from "vitest";
import { openWav } from "#service/engine/audio/wav-reader.ts";
import { baselineOf } from "#service/evaluation/baseline.ts";
import { evaluate } from "#service/evaluation/evaluation.ts";
import { evaluationText } from "#service/evaluation/evaluation-text.ts";
import { openClips } from "#service/evaluation/layouts/open-clips.ts";
import { runModel, type RunningModel } from "#service/trial/running-model.ts";
import { cleanEnvironment, projectRoot, QUICK_TO_START } from "../../support/program.ts";
import { temporaryDirectory, type TemporaryDirectory } from "../../support/temporary-directory.ts";

const FIXTURES = path.join(projectRoot, "fixtures/audio");
const NAMES = ["order", "weather"] as const;

let model: RunningModel;
let home: TemporaryDirectory;
beforeAll(async () => {
  home = await temporaryDirectory("evaluate");
  model = await runModel(path.join(projectRoot, "service/small-models/transcribe-1"));
});
afterAll(async () => {
  await model[Symbol.asyncDispose]();
  await home[Symbol.asyncDispose]();
});

const textOf = async (name: string) =>
  (await readFile(path.join(FIXTURES, `${name}.txt`), "utf8")).trim();

async function mp3Of(wav: string): Promise<Uint8Array> {
  const { sampleRate, samples } = await openWav(wav);
  const encoder = await createMp3Encoder();
  encoder.configure({ channels: 1, sampleRate: sampleRate as 24_000, bitrate: 64 });
  const pieces: Uint8Array[] = [];
  for await (const piece of samples) pieces.push(encoder.encode([piece]).slice());
  return Buffer.concat([...pieces, encoder.finalize()]);
}

longTest(
  "Common Voice: MP3 is heard, errors are counted by who speaks, a clip that is missing is left out",
  async () => {
    const folder = path.join(home.path, "common-voice");
    await mkdir(path.join(folder, "clips"), { recursive: true });
    const rows = [["client_id", "path", "sentence", "gender"]];
    for (const [at, name] of NAMES.entries()) {
      const mp3 = await mp3Of(path.join(FIXTURES, `${name}.wav`));
      await writeFile(path.join(folder, "clips", `${name}.mp3`), mp3);
      rows.push([`speaker ${at}`, `${name}.mp3`, await textOf(name), "female"]);
    }
    // Something else was said than the list tells.
    rows[2]![2] = "Akşama doğru hava ısındı ve hafif bir yağmur başladı.";
    rows.push(["speaker 2", "gone.mp3", "Yok.", ""]);
    await writeFile(path.join(folder, "test.tsv"), rows.map((row) => row.join("\t")).join("\n"));

    const evaluation = await evaluate(model, await openClips(folder), () => undefined);
    const text = evaluationText(evaluation);
    expect(text).toMatch(
      /^transcribe-1 heard 2 clips \(Common Voice, test\.tsv\): 10\.\d s, 17 words\./,
    );
    expect(text).toContain("95 %: 1,000 resamples of speakers (seed 1), of clips in rows with one");
    expect(text).toMatch(/weather\.mp3\n +akşama doğru hava \[-ısındı-\] \{\+serinledi\+\}/);
    expect(text).toMatch(/Left out: 1 clip\n {2}gone\.mp3: ENOENT/);

    const baseline = baselineOf(evaluation, new Date(0));
    expect(baseline.table[0]).toMatchObject({
      group: "all",
      clips: 2,
      words: 17,
      word_error_ratio: 0.05882,
      word_error_interval: [0, 0.11111],
      resampled: "speakers",
    });
    expect(baseline.worst).toMatchObject([{ clip: "weather.mp3", word_error_ratio: 0.11111 }]);
    expect(baseline.left_out).toMatchObject([{ clip: "gone.mp3" }]);
  },
);

longTest("FLEURS, and texts beside recordings", async () => {
  const fleurs = path.join(home.path, "fleurs");
  const beside = path.join(home.path, "beside");
  await mkdir(path.join(fleurs, "test"), { recursive: true });
  await mkdir(beside);
  await copyFile(path.join(FIXTURES, "order.wav"), path.join(fleurs, "test/1.wav"));
  await copyFile(path.join(FIXTURES, "order.wav"), path.join(beside, "order.wav"));
  await copyFile(path.join(FIXTURES, "order.txt"), path.join(beside, "order.txt"));
  const row = ["1", "1.wav", await textOf("order"), "", "", "0", "FEMALE"];
  await writeFile(path.join(fleurs, "test.tsv"), `${row.join("\t")}\n`);

  for (const folder of [fleurs, beside]) {
    const { table } = await evaluate(model, await openClips(folder), () => undefined);
    expect(table[0]).toMatchObject({ clips: 1, wordErrorRatio: 0, intervals: undefined });
  }
});

shortTest("a folder without clips ends the command with one line", () => {
  const entry = [...QUICK_TO_START, "launch/start.mjs", "service/evaluate-command.ts"];
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [...entry, "--clips", path.join(projectRoot, "fixtures/voice")],
    { cwd: projectRoot, env: cleanEnvironment(), encoding: "utf8" },
  );
  expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
  expect(stderr).toMatch(/^[^\n]*fixtures\/voice: fits no layout; looked for [^\n]*\n$/);
});
