/** Writes what models made of people's clips as tables. */

import type { ConfidenceBin } from "#service/evaluation/confidence-bins.ts";
import type { Interval } from "#service/evaluation/intervals.ts";
import { markdownTable } from "../../kit/table.ts";
import { medianAndWorst, type ConditionName, type PeopleMeasurement } from "./measure.ts";

/** What the conditions are called. */
export const CONDITION_NAMES: Readonly<Record<ConditionName, string>> = {
  clean: "as recorded",
  noise: "speech-shaped noise, 10 dB",
  recordedNoise: "recorded noise, 10 dB",
  telephone: "telephone, G.711",
};

/** A bin with fewer words says little. */
const FEWEST_WORDS = 20;

/** Returns all tables of some models in Markdown. */
export function peopleTables(measurements: readonly PeopleMeasurement[]): string {
  return [
    markdownTable([
      ["model", "clips", "letters wrong", "95 %", "words wrong", "95 %"],
      ...measurements.flatMap(conditionRows),
    ]),
    markdownTable([
      ["words wrong", ...measurements.map(({ model }) => model.id)],
      ...detailRows(measurements),
    ]),
    "How sure a model is of a word, and how many of those words were said:",
    markdownTable([
      ["confidence", ...measurements.map(({ model }) => model.id)],
      ...binRows(measurements),
    ]),
    ...measurements.map(({ model, bins }) => `${model.id}: ${confidenceText(bins)}`),
  ].join("\n\n");
}

function conditionRows({ model, conditions }: PeopleMeasurement): string[][] {
  return conditions.map(({ name, all }) => [
    model.id,
    `${CONDITION_NAMES[name]}, ${all.clips}`,
    percent(all.characterErrorRatio),
    range(all.intervals?.characters),
    percent(all.wordErrorRatio),
    range(all.intervals?.words),
  ]);
}

function detailRows(measurements: readonly PeopleMeasurement[]): string[][] {
  const speakers = measurements.map((one) => medianAndWorst(one.speakers));
  const row = (name: string, figures: readonly (number | undefined)[]) =>
    figures.every((figure) => figure === undefined)
      ? []
      : [[name, ...figures.map((figure) => (figure === undefined ? "-" : percent(figure)))]];
  const levels = [...new Set(measurements.flatMap((one) => one.levels.map(({ name }) => name)))];
  return [
    ...row(
      `median of ${measurements[0]?.speakers.length} speakers`,
      speakers.map((one) => one?.median),
    ),
    ...row(
      "worst speaker",
      speakers.map((one) => one?.worst),
    ),
    ...levels.flatMap((level) => {
      const found = measurements.map(({ levels: own }) => own.find(({ name }) => name === level));
      const clips = found.find((one) => one !== undefined)?.clips ?? 0;
      return row(
        `${level} (${clips})`,
        found.map((one) => one?.wordErrorRatio),
      );
    }),
    [
      "seconds of audio a second, one core",
      ...measurements.map(({ timesRealTime }) => timesRealTime.toFixed(timesRealTime < 10 ? 1 : 0)),
    ],
  ];
}

function binRows(measurements: readonly PeopleMeasurement[]): string[][] {
  const bins = measurements[0]?.bins ?? [];
  return bins.map(({ from, to }, at) => [
    `${(100 * from).toFixed(0)} to ${(100 * to).toFixed(0)} %`,
    ...measurements.map((one) => binText(one.bins[at]!)),
  ]);
}

function binText({ words, confidence, right }: ConfidenceBin): string {
  if (words === 0) return "-";
  return `${percent(right)} of ${words} (mean confidence ${percent(confidence)})`;
}

/** Says how far confidence is from the share that is right where it is furthest. */
function confidenceText(bins: readonly ConfidenceBin[]): string {
  const counted = bins.filter(({ words }) => words >= FEWEST_WORDS);
  if (counted.length === 0) return `no bin has ${FEWEST_WORDS} words.`;
  const furthest = Math.max(
    ...counted.map(({ confidence, right }) => Math.abs(confidence - right)),
  );
  return `in bins of ${FEWEST_WORDS} words and more, confidence and the share that is right are ${(100 * furthest).toFixed(0)} points apart at most.`;
}

export function percent(ratio: number): string {
  return `${(100 * ratio).toFixed(1)} %`;
}

function range(interval: Interval | undefined): string {
  if (interval === undefined) return "-";
  const [low, high] = interval;
  return `${(100 * low).toFixed(1)} to ${(100 * high).toFixed(1)}`;
}
