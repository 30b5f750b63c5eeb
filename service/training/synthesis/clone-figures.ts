/** How like their speakers clones are, and whether they are understood. */

import { readdir } from "node:fs/promises";
import { join } from "node:path";

import { openWav } from "../../engine/audio/wav-reader.ts";
import { NEUTRAL_MANNER, type Synthesizer, type Transcriber } from "../../engine/model.ts";
import { joinSamples } from "../../engine/synthesis/samples.ts";
import { resampled } from "./resampled.ts";
import { profileDistance, speakerProfile, type SpeakerProfile } from "./speaker-profile.ts";
import { characterError, speakAll } from "./voice-figures.ts";

/** A recorded speaker. */
export interface Recording {
  readonly name: string;
  readonly sampleRate: number;
  /** What a clone is made of, 24 s at least. */
  readonly samples: Float32Array;
  /** Other sentences, which show what the speaker is like. */
  readonly other: Float32Array;
}

/** How a recording reaches the encoder. */
export type Condition = (samples: Float32Array) => Float32Array;

export interface CloneFigures {
  readonly clones: number;
  /** The part of the clones that are nearer to their speaker than to any built-in voice. */
  readonly nearer_than_built_in: number;
  /** The part that are nearer to their speaker than every other speaker's clone is. */
  readonly nearer_than_other_clones: number;
  /** Distance of a clone from its speaker as a part of that of the nearest built-in voice from it, the middle one. */
  readonly distance: number;
  readonly character_error: number;
}

/** Reads the recordings that write_recordings.py wrote. */
export async function readRecordings(folder: string): Promise<Recording[]> {
  const names = (await readdir(folder))
    .filter((name) => name.endsWith(".other.wav"))
    .map((name) => name.replace(".other.wav", ""))
    .toSorted();
  return await Promise.all(
    names.map(async (name) => {
      const { sampleRate, samples } = await samplesOf(join(folder, `${name}.wav`));
      const other = await samplesOf(join(folder, `${name}.other.wav`));
      return { name, sampleRate, samples, other: other.samples };
    }),
  );
}

/** Clones every recorded speaker from the first seconds of their recording and measures what the clones say. */
export async function cloneFigures(
  synthesizer: Synthesizer,
  transcriber: Transcriber,
  recordings: readonly Recording[],
  {
    seconds,
    condition,
    texts,
  }: { seconds: number; condition: Condition; texts: readonly string[] },
): Promise<CloneFigures> {
  const rate = synthesizer.sampleRate;
  const builtIn: SpeakerProfile[] = [];
  for (const { name } of synthesizer.voices) {
    const spoken = await speakAll(synthesizer, { kind: "built-in", name }, texts);
    builtIn.push(speakerProfile(joinSamples(spoken), rate));
  }
  const speakers = recordings.map(({ other, sampleRate }) => speakerProfile(other, sampleRate));
  const distance = profileDistance([...builtIn, ...speakers]);
  const clones: SpeakerProfile[] = [];
  let errors = 0;
  for (const { samples, sampleRate } of recordings) {
    const heard = condition(samples.slice(0, seconds * sampleRate));
    const spoken = await speakClone(synthesizer, heard, sampleRate, texts);
    clones.push(speakerProfile(joinSamples(spoken), rate));
    errors += await characterError(transcriber, spoken, rate, texts);
  }
  const own = clones.map((clone, at) => distance(clone, speakers[at]!));
  const nearestBuiltIn = clones.map((clone) => least(builtIn.map((one) => distance(clone, one))));
  const nearestClone = speakers.map((speaker, at) =>
    least(clones.filter((_, other) => other !== at).map((clone) => distance(clone, speaker))),
  );
  const standIn = speakers.map((speaker) => least(builtIn.map((one) => distance(speaker, one))));
  return {
    clones: clones.length,
    nearer_than_built_in: part(own, nearestBuiltIn),
    nearer_than_other_clones: part(own, nearestClone),
    distance: middle(own.map((value, at) => value / standIn[at]!)),
    character_error: errors / clones.length,
  };
}

async function speakClone(
  synthesizer: Synthesizer,
  recording: Float32Array,
  sampleRate: number,
  texts: readonly string[],
): Promise<Float32Array[]> {
  const { voiceSpace } = synthesizer;
  if (voiceSpace === undefined) throw new Error("the model has no voice space");
  const point = await voiceSpace.place(resampled(recording, sampleRate, voiceSpace.sampleRate));
  if (point === undefined) throw new Error("nobody was heard in a recording");
  return await speakAll(synthesizer, { kind: "point", point }, texts, NEUTRAL_MANNER);
}

async function samplesOf(file: string): Promise<{ sampleRate: number; samples: Float32Array }> {
  const { sampleRate, samples } = await openWav(file);
  const pieces: Float32Array[] = [];
  for await (const piece of samples) pieces.push(piece);
  return { sampleRate, samples: joinSamples(pieces) };
}

const least = (values: readonly number[]) => Math.min(...values);

function part(own: readonly number[], limits: readonly number[]): number {
  return own.filter((value, at) => value < limits[at]!).length / own.length;
}

function middle(values: readonly number[]): number {
  return (
    values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? Number.NaN
  );
}
