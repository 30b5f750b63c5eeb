/** Measures how well a model for transcription understands people, by the code that the product runs. */

import path from "node:path";
import { AudioError } from "#service/engine/audio/audio-error.ts";
import { AudioDecoder } from "#service/engine/audio/decoding/audio-decoder.ts";
import type { Manifest } from "#service/engine/model/manifest.ts";
import type { PeopleFigures } from "#service/engine/model/people-figures.ts";
import { confidenceBins, type ConfidenceBin } from "#service/evaluation/confidence-bins.ts";
import { errorsOf, type ErrorRow, type GroupErrors } from "#service/evaluation/error-table.ts";
import { evaluate } from "#service/evaluation/evaluation.ts";
import type { Clip, ClipList } from "#service/evaluation/layouts/clip.ts";
import { runModel } from "#service/trial/running-model.ts";
import { Fault } from "#runtime/fault.ts";
import { ProcessorTime } from "../../kit/processes.ts";
import { median } from "../../kit/table.ts";
import {
  inRecordedNoise,
  inSpeechNoise,
  levelDbfs,
  readSamples,
  writeChanged,
  writeTelephoned,
} from "./conditions.ts";

/** Clips as they are, and as they are made worse. */
export interface Conditions {
  readonly corpus: string | undefined;
  readonly lists: readonly (ClipList & { readonly name: ConditionName })[];
  /** Levels of the clips by their names, in dB of full scale; those that cannot be read have none. */
  readonly levels: ReadonlyMap<string, number>;
}

export type ConditionName = "clean" | "noise" | "recordedNoise" | "telephone";

/** Levels are told apart where they begin, in dB of full scale. */
export const LEVELS = [
  { name: "quiet, below -35 dBFS", fromDbfs: -Infinity },
  { name: "normal", fromDbfs: -35 },
  { name: "loud, from -20 dBFS on", fromDbfs: -20 },
] as const;

/** What a model made of the clips. */
export interface PeopleMeasurement {
  readonly folder: string;
  readonly model: Manifest;
  readonly conditions: readonly {
    readonly name: ConditionName;
    readonly all: ErrorRow;
    readonly leftOut: number;
  }[];
  /** Of the clean clips: each speaker, each level that there is, and how true the confidence of words is. */
  readonly speakers: readonly ErrorRow[];
  readonly levels: readonly (GroupErrors & { readonly name: string })[];
  readonly bins: readonly ConfidenceBin[];
  /** Seconds of audio for each second of processor time, from file to text, clean. */
  readonly timesRealTime: number;
  readonly figures: PeopleFigures;
}

/** Makes the clips worse, into a folder; with a recorded noise also with that. */
export async function prepareConditions(
  list: ClipList,
  noiseFile: string | undefined,
  folder: string,
): Promise<Conditions> {
  await using decoder = new AudioDecoder();
  const noise = noiseFile === undefined ? undefined : await readNoise(noiseFile, decoder);
  const readable: (readonly [Clip, Float32Array])[] = [];
  for (const clip of list.clips) {
    const samples = await readSamples(clip.file, decoder).catch(nothingIfUnreadable);
    if (samples !== undefined) readable.push([clip, samples]);
  }
  const at = (name: string) => path.join(folder, name);
  const { layout } = list;
  const inNoise = await writeChanged(readable, inSpeechNoise, at("noise"));
  const byTelephone = await writeTelephoned(readable, at("telephone"));
  const inRecorded =
    noise && (await writeChanged(readable, inRecordedNoise(noise), at("recorded-noise")));
  return {
    corpus: list.corpus,
    levels: new Map(readable.map(([{ name }, samples]) => [name, levelDbfs(samples)])),
    lists: [
      { name: "clean", ...list },
      { name: "noise", layout, clips: inNoise },
      ...(inRecorded ? [{ name: "recordedNoise", layout, clips: inRecorded } as const] : []),
      { name: "telephone", layout, clips: byTelephone },
    ],
  };
}

/** Has the model of a folder hear the clips in every condition; rejects with Fault. */
export async function measurePeople(
  folder: string,
  { corpus, lists, levels }: Conditions,
  onHeard: (condition: ConditionName, heard: number) => void,
): Promise<PeopleMeasurement> {
  await using model = await runModel(folder);
  const { manifest } = model.pool;
  if (manifest.task !== "transcription") {
    throw new Fault(
      `${folder}: a model for ${manifest.task}; people are for one for transcription`,
    );
  }
  const processor = new ProcessorTime(() => [...model.pool.pids, ...model.engine.decoder.pids]);
  const conditions: PeopleMeasurement["conditions"][number][] = [];
  let details: Pick<PeopleMeasurement, "speakers" | "levels" | "bins"> | undefined;
  let timesRealTime = 0;
  for (const { name, ...list } of lists) {
    let evaluation: Awaited<ReturnType<typeof evaluate>> | undefined;
    const seconds = await processor.of(async () => {
      evaluation = await evaluate(model, list, (heard) => onHeard(name, heard));
    });
    const { table, heard, leftOut, audioSeconds } = evaluation!;
    conditions.push({ name, all: table[0], leftOut: leftOut.length });
    if (name !== "clean") continue;
    timesRealTime = audioSeconds / seconds;
    const byLevel = Map.groupBy(heard, (clip) => levelOf(levels.get(clip.name)));
    details = {
      speakers: table.filter(({ group }) => group === "speaker"),
      levels: LEVELS.flatMap(({ name: level }) => {
        const clips = byLevel.get(level);
        return clips === undefined ? [] : [{ name: level, ...errorsOf(clips) }];
      }),
      bins: confidenceBins(heard),
    };
  }
  const measured = { folder, model: manifest, conditions, ...details!, timesRealTime };
  return { ...measured, figures: figuresOf(measured, corpus, lists[0]!.clips) };
}

/** Returns the speakers with the median and the worst ratio of words; undefined where speakers are not told. */
export function medianAndWorst(
  speakers: readonly ErrorRow[],
): { readonly median: number; readonly worst: number } | undefined {
  if (speakers.length === 0) return undefined;
  const ratios = speakers.map(({ wordErrorRatio }) => wordErrorRatio);
  return { median: median(ratios), worst: Math.max(...ratios) };
}

function figuresOf(
  { conditions, speakers }: Pick<PeopleMeasurement, "conditions" | "speakers">,
  corpus: string | undefined,
  clips: readonly Clip[],
): PeopleFigures {
  const rowOf = (wanted: ConditionName) => conditions.find(({ name }) => name === wanted)?.all;
  const clean = rowOf("clean")!;
  const ratios = (row: ErrorRow) => ({
    word_error_ratio: rounded(row.wordErrorRatio),
    character_error_ratio: rounded(row.characterErrorRatio),
  });
  const [noise, telephone] = [rowOf("noise"), rowOf("telephone")];
  return {
    ...(corpus !== undefined && { corpus }),
    clips: clean.clips,
    ...(speakers.length > 0 && { speakers: speakers.length, ...gendersOf(clips) }),
    words: clean.errors.words,
    ...ratios(clean),
    ...(clean.intervals !== undefined && {
      word_error_interval: clean.intervals.words.map(rounded) as [number, number],
      character_error_interval: clean.intervals.characters.map(rounded) as [number, number],
    }),
    ...(noise !== undefined && { in_noise: ratios(noise) }),
    ...(telephone !== undefined && { by_telephone: ratios(telephone) }),
  };
}

/** Counts speakers of known gender; releases of Common Voice write it as `male` or `male_masculine`. */
function gendersOf(clips: readonly Clip[]): { readonly men: number; readonly women: number } {
  const genders = new Map(clips.map(({ traits }) => [traits.speaker, traits.gender ?? ""]));
  const count = (gender: string) =>
    [...genders.values()].filter((value) => value.split("_")[0] === gender).length;
  return { men: count("male"), women: count("female") };
}

async function readNoise(file: string, decoder: AudioDecoder): Promise<Float32Array> {
  const noise = await readSamples(file, decoder).catch((error: unknown) => {
    throw new Fault(`--noise ${file}: ${error instanceof Error ? error.message : String(error)}`);
  });
  if (noise === undefined) throw new Fault(`--noise ${file}: is longer than two minutes`);
  if (levelDbfs(noise) < -100) throw new Fault(`--noise ${file}: is silent`);
  return noise;
}

/** A clip that cannot be read is left out, and told of, where it is heard clean. */
function nothingIfUnreadable(error: unknown): undefined {
  const isExpected =
    error instanceof AudioError || (error as NodeJS.ErrnoException).code === "ENOENT";
  if (!isExpected) throw error;
}

function levelOf(dbfs: number | undefined): string | undefined {
  if (dbfs === undefined) return undefined;
  return LEVELS.findLast(({ fromDbfs }) => dbfs >= fromDbfs)?.name;
}

function rounded(ratio: number): number {
  return Number(ratio.toFixed(4));
}
