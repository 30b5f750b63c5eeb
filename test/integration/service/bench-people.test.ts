import { spawnSync } from "node:child_process";
import { cp, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, expect } from "vitest";
import { longTest, shortDescribe, shortTest } from "../../support/lengths.ts";
import { openWav } from "#service/engine/audio/wav-reader.ts";
import { wavHeader } from "#service/engine/audio/wav-writer.ts";
import { readManifest } from "#service/engine/model/manifest.ts";
import { openClips } from "#service/evaluation/layouts/open-clips.ts";
import { measurePeople, prepareConditions, type Conditions } from "../../bench/people/measure.ts";
import { levelDbfs } from "../../bench/people/conditions.ts";
import { writeCard } from "../../bench/people/write-card.ts";
import {
  cleanEnvironment,
  projectRoot,
  QUICK_TO_START,
  testModels,
} from "../../support/program.ts";
import { temporaryDirectory, type TemporaryDirectory } from "../../support/temporary-directory.ts";

const NAMES = ["order", "weather"] as const;
const TRANSCRIBER = path.join(testModels, "transcribe-1");
const COMMAND = ["launch/start.mjs", "test/bench/people.ts"];

let home: TemporaryDirectory;
let clips: string;
let conditions: Conditions;
beforeAll(async () => {
  home = await temporaryDirectory("bench-people");
  clips = path.join(home.path, "clips");
  for (const name of NAMES) {
    for (const ending of ["wav", "txt"]) {
      const file = `${name}.${ending}`;
      await cp(path.join(projectRoot, "fixtures/audio", file), path.join(clips, file));
    }
  }
  conditions = await prepareConditions(
    await openClips(clips),
    path.join(clips, "weather.wav"),
    path.join(home.path, "conditions"),
  );
});
afterAll(() => home[Symbol.asyncDispose]());

const samplesOf = async (file: string) => {
  const { samples, sampleRate } = await openWav(file);
  const pieces: Float32Array[] = [];
  for await (const piece of samples) pieces.push(piece);
  return { sampleRate, samples: Float32Array.from(pieces.flatMap((piece) => [...piece])) };
};

shortDescribe("the conditions", () => {
  /** The clip at the rate to which conditions are written. */
  const clipOf = async (name: string) => {
    const list = conditions.lists.find((one) => one.name === name);
    return samplesOf(list!.clips.find((clip) => clip.name.startsWith("weather"))!.file);
  };

  shortTest("are the same clips, in noise and over a telephone", () => {
    expect(conditions.lists.map(({ name, clips: all }) => [name, all.length])).toEqual([
      ["clean", 2],
      ["noise", 2],
      ["recordedNoise", 2],
      ["telephone", 2],
    ]);
    expect([...conditions.levels.keys()]).toEqual(["order.wav", "weather.wav"]);
  });

  shortTest("have noise 10 dB below the speech", async () => {
    const [clean, noisy] = [await clipOf("clean"), await clipOf("noise")];
    expect(noisy.samples.length).toBe(clean.samples.length);
    const noise = noisy.samples.map((value, at) => value - clean.samples[at]!);
    expect(levelDbfs(noise)).toBeCloseTo(levelDbfs(clean.samples) - 10, 0);
  });

  shortTest("have what a telephone passes, at its rate", async () => {
    const [clean, telephone] = [await clipOf("clean"), await clipOf("telephone")];
    expect(telephone.sampleRate).toBe(8_000);
    expect(telephone.samples.length).toBe(Math.ceil(clean.samples.length / 2));
    // What lies below 300 Hz is gone: so is most of a voice's power, and nothing is louder.
    expect(levelDbfs(telephone.samples)).toBeLessThan(levelDbfs(clean.samples));
    expect(levelDbfs(telephone.samples)).toBeGreaterThan(levelDbfs(clean.samples) - 20);
  });
});

longTest(
  "a model is measured, and its folder says so; a reference holds while the clips are the same",
  async () => {
    const folder = path.join(home.path, "transcribe-1");
    await cp(TRANSCRIBER, folder, { recursive: true });
    const measured = await measurePeople(folder, conditions, () => undefined);
    expect(measured.conditions.map(({ name, leftOut }) => [name, leftOut])).toEqual([
      ["clean", 0],
      ["noise", 0],
      ["recordedNoise", 0],
      ["telephone", 0],
    ]);
    expect(measured.figures).toMatchObject({ clips: 2, words: 17 });
    expect(measured.figures.word_error_ratio).toBeLessThan(0.3);
    expect(measured.figures).not.toHaveProperty("speakers");
    expect(measured.bins.reduce((sum, { words }) => sum + words, 0)).toBeGreaterThan(10);
    expect(measured.timesRealTime).toBeGreaterThan(1);

    await writeCard(measured, [], "one core");
    const { measured: written } = await readManifest(folder);
    expect(written.people).toEqual(measured.figures);
    const card = await readFile(path.join(folder, "MODEL_CARD.md"), "utf8");
    expect(card).toMatch(
      /## People\n\nOf 100 words that people say, about \d+ are .* \(2 recordings\)\./,
    );
    expect(card).toContain("telephone, G.711, 2");
    const picture = await readFile(path.join(folder, "people.svg"), "utf8");
    expect(picture).toMatch(/^<svg .*prefers-color-scheme:dark.*<\/svg>\n$/s);

    const reference = { model: "Another", word_error_ratio: 0.3, character_error_ratio: 0.1 };
    const withReference = { ...measured.figures, reference };
    const again = {
      ...measured,
      model: { ...measured.model, measured: { people: withReference } },
    };
    await writeCard(again, [], "one core");
    expect((await readManifest(folder)).measured.people).toEqual(withReference);
    const others = { ...again, figures: { ...measured.figures, words: 18 } };
    await writeCard(others, [], "one core");
    expect((await readManifest(folder)).measured.people).not.toHaveProperty("reference");
  },
);

longTest(
  "a model that does not transcribe, and a noise that is none, are refused by name",
  async () => {
    const speaks = path.join(projectRoot, "service/models/synth-v1");
    await expect(measurePeople(speaks, conditions, () => undefined)).rejects.toThrow(
      `${speaks}: a model for synthesis`,
    );
    const silent = path.join(home.path, "silent.wav");
    await writeFile(silent, Buffer.concat([wavHeader(16_000, 16_000), Buffer.alloc(32_000)]));
    const list = await openClips(clips);
    await expect(prepareConditions(list, silent, path.join(home.path, "x"))).rejects.toThrow(
      `--noise ${silent}: is silent`,
    );
  },
);

longTest(
  "without clips the command says in a line what is read, and where recordings are had",
  () => {
    const { status, stderr } = spawnSync(process.execPath, [...QUICK_TO_START, ...COMMAND], {
      cwd: projectRoot,
      env: cleanEnvironment(),
      encoding: "utf8",
    });
    expect(status).toBe(1);
    expect(stderr).toMatch(/^--clips DIR is missing: .*https:\/\/commonvoice\.mozilla\.org\n$/);
  },
);
