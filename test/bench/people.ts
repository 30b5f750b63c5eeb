/** Measures how well models understand people: `npm run bench:people -- --clips DIR`; --help says how. */

import { constants } from "node:fs";
import { access, writeFile } from "node:fs/promises";
import path from "node:path";
import { Command, CommanderError } from "commander";
import { openClips } from "#service/evaluation/layouts/open-clips.ts";
import { endWith, Fault } from "#runtime/fault.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";
import { modelFolder, TRANSCRIBER } from "./models/measurements.ts";
import { describeMachine, keepToOneCore } from "../kit/one-core.ts";
import { measurePeople, prepareConditions, type PeopleMeasurement } from "./people/measure.ts";
import { peopleTables } from "./people/report.ts";
import { writeCard } from "./people/write-card.ts";

const NOTES = `
DIR is read as \`npm run evaluate\` reads it: Common Voice (test.tsv or validated.tsv, recordings in clips), FLEURS (test.tsv,
recordings in test or audio), or recordings with a .txt of the same name. No recording of people is in the repository: Turkish of
Common Voice is at https://commonvoice.mozilla.org, free, by its speakers' leave (CC0). Use clips that no model was trained on.

Each model hears them as they are, with speech-shaped noise at 10 dB, and as a telephone sends them. Clips of more than two minutes are
heard as they are alone.
Ends with 0 when clips were heard, 1 when that could not be done, 2 when the command line is wrong.`;

const EXIT = { wrongUse: 2 };

interface Options {
  readonly clips?: string;
  readonly model: readonly string[];
  readonly noise?: string;
  readonly json?: string;
  readonly writeCard?: boolean;
}

async function main(parameters: readonly string[]): Promise<void> {
  await new Command("npm run bench:people --")
    .description(`How well ${TRANSCRIBER}, and other models, understand people`)
    .option("--clips <dir>", "recordings of people with their texts")
    .option("--model <folder>", "a folder of another model; may be repeated", collected, [])
    .option("--noise <file>", "a recorded noise, to lay under the clips as well")
    .option("--json <file>", "write all figures as JSON")
    .option("--write-card", "put figures, a section and a picture into the folders of the models")
    .addHelpText("after", NOTES)
    .exitOverride()
    .configureOutput({ outputError: (message, write) => write(oneLine(message)) })
    .action(run)
    .parseAsync(parameters, { from: "user" });
}

function collected(folder: string, before: readonly string[]): readonly string[] {
  return [...before, folder];
}

async function run({ clips, model: others, noise, json, writeCard: writesCard }: Options) {
  if (clips === undefined) {
    throw new Fault(
      "--clips DIR is missing: a folder with recordings of people and their texts, as `--help` says; Common Voice has them at https://commonvoice.mozilla.org",
    );
  }
  if (json !== undefined) await requireFolderOf(json);
  const list = await openClips(clips);
  const machine = describeMachine(keepToOneCore());
  await using folder = await temporaryDirectory("people");
  const conditions = await prepareConditions(list, noise, folder.path);
  const measurements: PeopleMeasurement[] = [];
  for (const place of [modelFolder(TRANSCRIBER), ...others.map((other) => path.resolve(other))]) {
    const id = path.basename(place);
    measurements.push(
      await measurePeople(place, conditions, (condition, heard) =>
        tell(`${id}, ${condition}: ${heard} of ${list.clips.length} clips`),
      ),
    );
  }
  tell("");
  process.stdout.write(
    `${list.layout}: ${list.clips.length} clips\n\n${peopleTables(measurements)}\n\nMeasured on ${machine}.\n`,
  );
  if (json !== undefined) await writeFile(json, jsonOf(measurements));
  if (!writesCard) return;
  for (const one of measurements) {
    await writeCard(
      one,
      measurements.filter((other) => other !== one),
      machine,
    );
    process.stdout.write(`Wrote the card of ${one.model.id}\n`);
  }
}

function jsonOf(measurements: readonly PeopleMeasurement[]): string {
  const all = measurements.map(({ model: { id, sha256 }, folder: _folder, ...measured }) => ({
    model: { id, sha256 },
    ...measured,
  }));
  return `${JSON.stringify({ object: "people", measured_at: new Date(), models: all }, null, 2)}\n`;
}

/** Hours of work are not to end with a file that cannot be written. */
async function requireFolderOf(file: string): Promise<void> {
  const folder = path.dirname(file);
  await access(folder, constants.W_OK).catch(() => {
    throw new Fault(`--json ${file}: ${folder} is not a folder that can be written`);
  });
}

function tell(line: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r${line.padEnd(72)}${line === "" ? "\r" : ""}`);
}

function oneLine(message: string): string {
  return `bench:people: ${message.replace(/^error: /, "").trim()} (npm run bench:people -- --help)\n`;
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  if (error instanceof CommanderError) process.exitCode = error.exitCode && EXIT.wrongUse;
  else endWith(error);
}
