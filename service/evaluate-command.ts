import { constants } from "node:fs";
import { access, writeFile } from "node:fs/promises";
import path from "node:path";
import { Command, CommanderError } from "commander";
import { endWith, EXIT, Fault } from "#runtime/fault.ts";
import { readConfig } from "./config.ts";
import { baselineOf } from "./evaluation/baseline.ts";
import { evaluate } from "./evaluation/evaluation.ts";
import { evaluationText } from "./evaluation/evaluation-text.ts";
import { openClips } from "./evaluation/layouts/open-clips.ts";
import { chooseModel } from "./trial/installed-models.ts";
import { runModel } from "./trial/running-model.ts";

/** `npm run evaluate`: measures how well a model transcribes one's own recordings; --help says how. */

const NOTES = `
DIR is a folder in the layout of Common Voice (test.tsv or validated.tsv, clips) or FLEURS (test.tsv, recordings in test or
audio), or has recordings with a .txt of the same name. It may also be one of several .tsv lists in a folder.

Texts are compared as the monitor compares them: in lower case, numbers in words, without marks.
Ends with 0 when clips were heard, 1 when that could not be done, 2 when the command line is wrong.`;

const PROGRESS_EVERY = 25;

interface Options {
  readonly clips: string;
  readonly model?: string;
  readonly baseline?: string;
}

async function main(parameters: readonly string[]): Promise<void> {
  await new Command("npm run evaluate --")
    .description("Letters and words that a model hears wrong in recordings of one's own")
    .requiredOption("--clips <dir>", "recordings with their texts")
    .option("--model <id>", "an installed model; without it the default one")
    .option("--baseline <file>", "write the table as JSON, to compare later figures with")
    .addHelpText("after", NOTES)
    .exitOverride()
    .configureOutput({ outputError: (message, write) => write(oneLine(message)) })
    .action(run)
    .parseAsync(parameters, { from: "user" });
}

async function run({ clips, model: id, baseline }: Options): Promise<void> {
  const { modelsFolder } = readConfig(process.env);
  if (baseline !== undefined) await requireFolderOf(baseline);
  const list = await openClips(clips);
  await using model = await runModel(await chooseModel(modelsFolder, "transcription", id));
  const evaluation = await evaluate(model, list, (heard) => tell(heard, list.clips.length));
  process.stdout.write(evaluationText(evaluation));
  if (baseline === undefined) return;
  const document = baselineOf(evaluation, new Date());
  await writeFile(baseline, `${JSON.stringify(document, null, 2)}\n`);
}

/** Checks at the start that the file can be written, so that hours of work are not lost. */
async function requireFolderOf(file: string): Promise<void> {
  const folder = path.dirname(file);
  await access(folder, constants.W_OK).catch(() => {
    throw new Fault(`--baseline ${file}: ${folder} is not a folder that can be written`);
  });
}

function tell(heard: number, of: number): void {
  if (!process.stderr.isTTY || heard % PROGRESS_EVERY !== 0) return;
  process.stderr.write(`\r${heard} of ${of} clips${heard + PROGRESS_EVERY > of ? "\n" : ""}`);
}

function oneLine(message: string): string {
  return `evaluate: ${message.replace(/^error: /, "").trim()} (npm run evaluate -- --help)\n`;
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  if (error instanceof CommanderError) process.exitCode = error.exitCode && EXIT.wrongUse;
  else endWith(error);
}
