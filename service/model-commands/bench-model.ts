import { table } from "#runtime/plain-table.ts";
import { evaluate } from "../evaluation/evaluation.ts";
import { openClips } from "../evaluation/layouts/open-clips.ts";
import { runModel, type RunningModel } from "../trial/running-model.ts";
import { speakText } from "../trial/speak-text.ts";
import { duration, megabytes, percent, speed } from "../command/figures.ts";
import { memoryOf } from "./try-model.ts";

const ROUNDS = 3;
const SENTENCES = [
  "Sabahın erken saatlerinde sahilde yürümek insanın içini ferahlatıyor.",
  "Toplantı 14:30'da, üçüncü kattaki salonda yapılacak.",
  "Çayınızı şekerli mi yoksa şekersiz mi alırsınız?",
  "Kar yağışı nedeniyle köy yolları ulaşıma kapandı.",
];

/** Measurements of a task: its columns, which follow those of every task, and their cells. */
interface Task {
  readonly columns: readonly string[];
  readonly measure: (model: RunningModel, clipsFolder: string) => Promise<Measured>;
}

interface Measured {
  readonly audioSeconds: number;
  readonly cells: readonly string[];
}

const TASKS: Readonly<Record<"transcription" | "synthesis", Task>> = {
  transcription: { columns: ["letters wrong", "words wrong"], measure: measureHearing },
  synthesis: { columns: ["first audio"], measure: measureSpeaking },
};

/**
 * Measures a model and the bundled one on the same data, one after the other, and returns a table. `bundledFolder` finds the
 * bundled model of a task. Rejects with Fault.
 */
export async function benchModel(
  folder: string,
  bundledFolder: (task: keyof typeof TASKS) => Promise<string>,
  clipsFolder: string,
): Promise<string> {
  const { task, row } = await rowOf(folder, "", clipsFolder);
  const bundled = await rowOf(await bundledFolder(task), " (bundled)", clipsFolder);
  const titles = ["model", "loaded in", "speed", "memory at most", ...TASKS[task].columns];
  return table(titles, [row, bundled.row]);
}

async function rowOf(folder: string, remark: string, clipsFolder: string) {
  await using model = await runModel(folder);
  const { task } = model.pool.manifest;
  const { audioSeconds, cells } = await TASKS[task].measure(model, clipsFolder);
  const row = [
    `${model.pool.id}${remark}`,
    duration(model.loadSeconds),
    speed(audioSeconds, model.workSeconds()),
    megabytes(await memoryOf(model)),
    ...cells,
  ];
  return { task, row };
}

async function measureHearing(model: RunningModel, clipsFolder: string): Promise<Measured> {
  const list = await openClips(clipsFolder);
  const clips = list.clips.filter(({ name }) => name.endsWith(".wav"));
  let audioSeconds = 0;
  let cells: readonly string[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const evaluation = await evaluate(model, { ...list, clips }, () => undefined);
    const [all] = evaluation.table;
    audioSeconds += evaluation.audioSeconds;
    cells = [percent(all.characterErrorRatio), percent(all.wordErrorRatio)];
  }
  return { audioSeconds, cells };
}

async function measureSpeaking(model: RunningModel): Promise<Measured> {
  let audioSeconds = 0;
  const firsts: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const sentence of SENTENCES) {
      const spoken = await speakText(model, sentence);
      audioSeconds += spoken.audioSeconds;
      firsts.push(spoken.firstAudioSeconds);
    }
  }
  const middle = firsts.toSorted((a, b) => a - b)[Math.floor(firsts.length / 2)] ?? 0;
  return { audioSeconds, cells: [duration(middle)] };
}
