/** Measures what a model with a voice space makes of manners, designed voices and recorded speakers. */

import type { Manner, Speaker, Synthesizer, Transcriber } from "#service/engine/model/model.ts";
import { CloneTrial, readRecordings, type Condition } from "../../support/figures/clone-figures.ts";
import {
  REQUESTED,
  mannerFigures,
  type MannerFigures,
} from "../../support/figures/manner-figures.ts";
import { voiceFigures } from "../../support/figures/voice-figures.ts";
import { byTelephone, inNoise } from "../../support/figures/worse-audio.ts";
import { GOALS, type Goal, type Outcome } from "./goals.ts";

const MANNER_VOICES = ["ayla", "emre", "nuran"];
const MANNER_TEXTS = 4;
const CLONE_TEXTS = 6;
const clean: Condition = (samples) => samples;
const CLONES: readonly (readonly [seconds: number, of: string, condition: Condition, Goal])[] = [
  [3, "3 s", clean, GOALS.nearerThanBuiltIn],
  [8, "8 s", clean, GOALS.nearerThanBuiltIn],
  [20, "20 s", clean, GOALS.nearerThanBuiltIn],
  [8, "8 s in noise at 20 dB", inNoise, GOALS.nearerInBadAudio],
  [8, "8 s by telephone", byTelephone, GOALS.nearerInBadAudio],
];
const DESIGNED: readonly (readonly [string, Speaker])[] = [
  ["young woman", { kind: "designed", gender: "female", age: "young", seed: 1 }],
  ["old man", { kind: "designed", gender: "male", age: "old", seed: 2 }],
  ["child", { kind: "designed", age: "child", seed: 3 }],
];

/** How far what was heard is from what was asked for: semitones, parts of a factor, decibels, a share. */
const AWAY: Readonly<Record<keyof Manner, (heard: number) => number>> = {
  pitchSemitones: (heard) => Math.abs(heard - REQUESTED.pitchSemitones),
  rangeFactor: (heard) => 100 * Math.abs(heard / REQUESTED.rangeFactor - 1),
  paceFactor: (heard) => 100 * Math.abs(heard / REQUESTED.paceFactor - 1),
  tractLengthFactor: (heard) => 100 * Math.abs(heard / REQUESTED.tractLengthFactor - 1),
  brightnessDb: (heard) => Math.abs(heard - REQUESTED.brightnessDb),
  breathiness: (heard) => 100 * heard,
};
const MANNER_GOALS: Readonly<Record<keyof Manner, readonly [goal: Goal, detail: string]>> = {
  pitchSemitones: [GOALS.semitones, `${REQUESTED.pitchSemitones} semitones asked for`],
  rangeFactor: [GOALS.parts, `melody's range × ${REQUESTED.rangeFactor}`],
  paceFactor: [GOALS.parts, `pace × ${REQUESTED.paceFactor}`],
  tractLengthFactor: [GOALS.parts, `vocal tract × ${REQUESTED.tractLengthFactor}`],
  brightnessDb: [GOALS.decibels, `${REQUESTED.brightnessDb} dB brighter`],
  breathiness: [GOALS.whisper, "whisper"],
};

/** Returns outcomes of manners, of designed voices and of clones; `recordings` is the folder of write_recordings.py. */
export async function voiceSpaceOutcomes(
  synthesizer: Synthesizer,
  transcriber: Transcriber,
  recordings: string,
  texts: readonly string[],
): Promise<Outcome[]> {
  return [
    ...(await mannerOutcomes(synthesizer, texts.slice(0, MANNER_TEXTS))),
    ...(await designedOutcomes(synthesizer, transcriber, texts)),
    ...(await cloneOutcomes(synthesizer, transcriber, recordings, texts)),
  ];
}

async function mannerOutcomes(
  synthesizer: Synthesizer,
  texts: readonly string[],
): Promise<Outcome[]> {
  const figures: MannerFigures[] = [];
  for (const name of MANNER_VOICES) {
    figures.push(await mannerFigures(synthesizer, { kind: "built-in", name }, texts));
  }
  return (Object.keys(AWAY) as (keyof Manner)[]).map((key) => {
    const [goal, detail] = MANNER_GOALS[key];
    const furthest = Math.max(...figures.map((one) => AWAY[key](one[key])));
    return { goal, detail, measured: [furthest] };
  });
}

async function designedOutcomes(
  synthesizer: Synthesizer,
  transcriber: Transcriber,
  texts: readonly string[],
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const [who, speaker] of DESIGNED) {
    const figures = await voiceFigures(synthesizer, transcriber, speaker, texts);
    const detail = `designed: ${who}, ${figures.median_pitch_hz} Hz`;
    outcomes.push({ goal: GOALS.heardSpeech, detail, measured: [100 * figures.character_error] });
  }
  return outcomes;
}

async function cloneOutcomes(
  synthesizer: Synthesizer,
  transcriber: Transcriber,
  folder: string,
  texts: readonly string[],
): Promise<Outcome[]> {
  const trial = await CloneTrial.prepare(
    synthesizer,
    await readRecordings(folder),
    texts.slice(0, CLONE_TEXTS),
    texts.slice(CLONE_TEXTS),
  );
  const outcomes: Outcome[] = [];
  for (const [seconds, of, condition, nearer] of CLONES) {
    const figures = await trial.figures(transcriber, seconds, condition);
    const detail = `${figures.clones} clones from ${of}`;
    outcomes.push(
      { goal: nearer, detail, measured: [100 * figures.nearer_than_built_in] },
      { goal: GOALS.nearerThanClones, detail, measured: [100 * figures.nearer_than_other_clones] },
      { goal: GOALS.heardSpeech, detail, measured: [100 * figures.character_error] },
    );
  }
  return outcomes;
}
