/**
 * Measures the shipped models against what they must reach: `npm run bench:models`, or `npm run bench:models -- --write-cards`
 * to put the result into the model cards as well. Ends with 1 when something that must be reached is not.
 */

import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { parseArgs } from "node:util";
import { withSection } from "../support/card-section.ts";
import type { ClipFigures } from "../support/figures/clip-figures.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";
import { EvaluationDataError, makeEvaluationData } from "./models/clips.ts";
import { cells, HEADING, met, type Outcome } from "./models/goals.ts";
import {
  measureModels,
  measureOtherText,
  modelFolder,
  TRANSCRIBER,
} from "./models/measurements.ts";
import { describeMachine, keepToOneCore } from "../kit/one-core.ts";
import { markdownTable } from "../kit/table.ts";

const { values: options } = parseArgs({ options: { "write-cards": { type: "boolean" } } });

try {
  process.exitCode = (await evaluate()) ? 0 : 1;
} catch (error) {
  if (!(error instanceof EvaluationDataError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}

/** Returns whether all that must be reached is. */
async function evaluate(): Promise<boolean> {
  await using folder = await temporaryDirectory("evaluation");
  say("Speaking held-out sentences …");
  const data = await makeEvaluationData(folder.path);
  say("Measuring the models …");
  const machine = describeMachine(keepToOneCore());
  const outcomes = await measureModels(data);
  const remarks: Readonly<Record<string, string>> = {
    [TRANSCRIBER]: otherTextRemark(await measureOtherText(data)),
  };
  const all = Object.values(outcomes).flat();
  say(tableOf(all), ...Object.values(remarks), `Measured on ${machine}.`);
  if (options["write-cards"]) {
    for (const [id, ofModel] of Object.entries(outcomes)) {
      const remark = remarks[id] === undefined ? "" : `${remarks[id]}\n\n`;
      const body = `${tableOf(ofModel)}\n\n${remark}Measured by \`npm run bench:models\` on ${machine}.`;
      await writeSection(id, body);
    }
  }
  return all.every((outcome) => met(outcome) !== "no");
}

async function writeSection(id: string, body: string): Promise<void> {
  const card = path.join(modelFolder(id), "MODEL_CARD.md");
  await writeFile(card, withSection(await readFile(card, "utf8"), "Evaluation", body));
  say(`Wrote ${path.relative(process.cwd(), card)}`);
}

function tableOf(outcomes: readonly Outcome[]): string {
  return markdownTable([HEADING, ...outcomes.map(cells)]);
}

function otherTextRemark(figures: Readonly<Record<string, ClipFigures>>): string {
  const rows = Object.entries(figures).map(
    ([what, { clips, cer, wer }]) => `${clips} ${what}: ${percent(cer)} / ${percent(wer)}`,
  );
  return `Letters / words wrong in other text, clean, variants training heard: ${rows.join("; ")}.`;
}

function percent(rate: number): string {
  return `${(100 * rate).toFixed(1)} %`;
}

function say(...lines: readonly string[]): void {
  process.stdout.write(`${lines.join("\n\n")}\n`);
}
