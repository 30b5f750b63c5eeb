/** Measures the shipped models by the code that the product runs. */

import { readdir, readFile, stat } from "node:fs/promises";
import path from "node:path";
import { AudioDecoder } from "#service/engine/audio/decoding/audio-decoder.ts";
import { loadTranscriber } from "#service/engine/kinds/kinds.ts";
import * as harmonicNoise from "#service/engine/kinds/harmonic-noise-synthesizer.ts";
import { readManifest } from "#service/engine/model/manifest.ts";
import type { Transcriber } from "#service/engine/model/model.ts";
import { clipFigures, type ClipFigures } from "../../support/figures/clip-figures.ts";
import { textsToSpeak } from "../../support/figures/texts-to-speak.ts";
import { voiceFigures, type VoiceFigures } from "../../support/figures/voice-figures.ts";
import { bundledModels } from "../../support/program.ts";
import { startSpeechService } from "../../support/service/speech-service.ts";
import { finalTranscriptMs, firstAudioMs } from "../latency.ts";
import { median } from "../../kit/table.ts";
import type { EvaluationData } from "./clips.ts";
import { GOALS, type Goal, type Outcome } from "./goals.ts";
import { voiceSpaceOutcomes } from "./voice-space.ts";

export const TRANSCRIBER = "transcribe-1";
export const SYNTHESIZERS = ["synth-v1", "synth-v2"] as const;

/** Outcomes by the id of the model that they are of. */
export type Outcomes = Readonly<Record<string, readonly Outcome[]>>;

const HELD_OUT_TEXTS = 15;
const STREAMS = 5;
const FIRST_AUDIOS = 15;
const WAV_HEADER_BYTES = 44;

const CLIP_GOALS: readonly (readonly [folder: string, goal: Goal, detail: string])[] = [
  ["trained.clean", GOALS.trainedVariants, "clean"],
  ["never-trained.clean", GOALS.newVariants, "clean"],
  ["never-trained.noise-15-db", GOALS.badAudio, "white noise, 15 dB"],
  ["never-trained.telephone", GOALS.badAudio, "telephone, 300 to 3,400 Hz"],
  ["never-trained.mp3-32-kbit", GOALS.badAudio, "MP3, 32 kbit/s"],
];

const OTHER_TEXT: readonly (readonly [folder: string, what: string])[] = [
  ["outside.clean", "sentences by hand, unlike the training's text"],
  ["treebank.clean", "sentences of newspapers, essays and novels"],
];

export const modelFolder = (id: string): string => path.join(bundledModels, id);

/** Measures every model and returns what came out, with figures that no goal asks for. */
export async function measureModels(data: EvaluationData): Promise<Outcomes> {
  const transcriber = await loadTranscriber(modelFolder(TRANSCRIBER));
  const latencies = await measureLatencies(path.join(data.clips, "trained.clean"));
  const outcomes: Record<string, readonly Outcome[]> = {
    [TRANSCRIBER]: [
      ...(await clipOutcomes(transcriber, data.clips)),
      outcome(GOALS.finalTranscript, `median of ${STREAMS}`, latencies.finalMs),
      await sizeOutcome(TRANSCRIBER),
    ],
  };
  for (const id of SYNTHESIZERS) {
    outcomes[id] = [
      ...(await voiceOutcomes(id, transcriber, data)),
      outcome(GOALS.firstAudio, `${id}, median of ${FIRST_AUDIOS}`, latencies.firstMs[id] ?? NaN),
      await sizeOutcome(id),
    ];
  }
  return outcomes;
}

/** Returns what recognition makes of text that no goal asks for, by what it is; clean, in variants training heard. */
export async function measureOtherText(
  data: EvaluationData,
): Promise<Readonly<Record<string, ClipFigures>>> {
  const transcriber = await loadTranscriber(modelFolder(TRANSCRIBER));
  await using decoder = new AudioDecoder();
  const figures: Record<string, ClipFigures> = {};
  for (const [folder, what] of OTHER_TEXT) {
    figures[what] = await clipFigures(transcriber, decoder, path.join(data.clips, folder));
  }
  return figures;
}

async function clipOutcomes(transcriber: Transcriber, clips: string): Promise<Outcome[]> {
  await using decoder = new AudioDecoder();
  const outcomes: Outcome[] = [];
  const speeds: number[] = [];
  for (const [folder, goal, detail] of CLIP_GOALS) {
    const figures = await clipFigures(transcriber, decoder, path.join(clips, folder));
    if (detail === "clean") speeds.push(figures.times_real_time);
    const measured = [100 * figures.cer, 100 * figures.wer];
    outcomes.push({ goal, detail: `${detail}, ${figures.clips} clips`, measured });
  }
  return [...outcomes, outcome(GOALS.recognitionSpeed, "16 kHz WAV", Math.min(...speeds))];
}

async function voiceOutcomes(
  id: string,
  transcriber: Transcriber,
  { sentences, recordings }: EvaluationData,
): Promise<Outcome[]> {
  const folder = modelFolder(id);
  const synthesizer = await harmonicNoise.load(folder, await readManifest(folder));
  const texts = await textsToSpeak(sentences, HELD_OUT_TEXTS);
  const voices: VoiceFigures[] = [];
  const outcomes: Outcome[] = [];
  for (const { name } of synthesizer.voices) {
    const speaker = { kind: "built-in", name } as const;
    const figures = await voiceFigures(synthesizer, transcriber, speaker, texts);
    voices.push(figures);
    outcomes.push(outcome(GOALS.heardSpeech, `${id}, ${name}`, 100 * figures.character_error));
  }
  const slowest = Math.min(...voices.map((figures) => figures.times_real_time));
  const rate = `${synthesizer.sampleRate / 1000} kHz`;
  outcomes.push(outcome(GOALS.synthesisSpeed, `${id}, ${rate}, slowest voice`, slowest));
  if (synthesizer.voiceSpace === undefined) return outcomes;
  return [...outcomes, ...(await voiceSpaceOutcomes(synthesizer, transcriber, recordings, texts))];
}

/** Latencies over the network, as a client of the whole service sees them. */
async function measureLatencies(clips: string) {
  await using service = await startSpeechService({ SPEECH_MODELS_DIR: bundledModels });
  const names = (await readdir(clips)).filter((name) => name.endsWith(".wav")).toSorted();
  const finals: number[] = [];
  for (const name of names.slice(0, STREAMS)) {
    const wav = await readFile(path.join(clips, name));
    finals.push(await finalTranscriptMs(service, wav.subarray(WAV_HEADER_BYTES)));
  }
  const firstMs: Record<string, number> = {};
  for (const { id, voices } of service.engine.ofTask("synthesis")) {
    const firsts: number[] = [];
    for (let time = 0; time < FIRST_AUDIOS; time += 1) {
      firsts.push(await firstAudioMs(service, id, voices[time % voices.length]?.name ?? ""));
    }
    firstMs[id] = median(firsts);
  }
  return { finalMs: median(finals), firstMs };
}

async function sizeOutcome(id: string): Promise<Outcome> {
  const { files } = await readManifest(modelFolder(id));
  const sizes = await Promise.all(
    Object.values(files).map(async (name) => (await stat(path.join(modelFolder(id), name))).size),
  );
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  return outcome(GOALS.modelSize, id, bytes / 1e6);
}

function outcome(goal: Goal, detail: string, figure: number): Outcome {
  return { goal, detail, measured: [figure] };
}
