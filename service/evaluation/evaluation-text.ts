import { markDifferences, textDifferences } from "#word-errors/text-differences.ts";
import { errorRatios } from "#word-errors/text-distance.ts";
import { table } from "#runtime/plain-table.ts";
import type { ErrorRow } from "./error-table.ts";
import type { Evaluation } from "./evaluation.ts";
import { RESAMPLING, type Interval } from "./intervals.ts";

/** Maximum rows of a group: there may be thousands of speakers and accents. The baseline has all of them. */
const MAX_ROWS_PER_GROUP = 12;
const MAX_OMITTED = 5;

/** Writes an evaluation for a terminal. */
export function evaluationText(evaluation: Evaluation): string {
  const { model, layout, audioSeconds, table: rows, worst, leftOut } = evaluation;
  const [all] = rows;
  const shown = rows.filter((row, at) => at - firstOf(rows, row.group) < MAX_ROWS_PER_GROUP);
  const parts = [
    `${model.id} heard ${count(all.clips, "clip")} (${layout}): ${minutes(audioSeconds)}, ${count(all.errors.words, "word")}.\n`,
    table(
      ["group", "", "clips", "letters wrong", "95 %", "words wrong", "95 %"],
      shown.map((row) => [
        row.group,
        shortened(row.value),
        row.clips,
        percent(row.characterErrorRatio),
        range(row.intervals?.characters),
        percent(row.wordErrorRatio),
        range(row.intervals?.words),
      ]),
    ),
    `${resamplingText(rows)}\n`,
    rows.length > shown.length
      ? `${rows.length - shown.length} more groups with fewer clips are in the file of --baseline.\n`
      : "",
    ...(worst.length === 0 ? [] : [`Worst: said, [-not heard-], {+heard instead+}\n`]),
    ...worst.map(({ name, text, heard, errors }) => {
      const { wordErrorRatio } = errorRatios(errors);
      const differences = markDifferences(textDifferences(text, heard));
      return `${percent(wordErrorRatio).padStart(8)}  ${name}\n          ${differences}\n`;
    }),
    ...(leftOut.length === 0 ? [] : [`Left out: ${count(leftOut.length, "clip")}\n`]),
    ...leftOut.slice(0, MAX_OMITTED).map(({ name, reason }) => `  ${name}: ${reason}\n`),
  ];
  return parts.join("");
}

function firstOf(rows: readonly ErrorRow[], group: ErrorRow["group"]): number {
  return rows.findIndex((row) => row.group === group);
}

function resamplingText([all, ...groups]: Evaluation["table"]): string {
  const { times, seed } = RESAMPLING;
  const draws = `95 %: ${times.toLocaleString("en")} resamples of ${all.resampled} (seed ${seed})`;
  const isMixed = groups.some(({ resampled }) => resampled !== all.resampled);
  return `${draws}${isMixed ? `, of clips in rows with one speaker` : ""}.`;
}

function percent(ratio: number): string {
  return `${(100 * ratio).toFixed(1)} %`;
}

function range(interval: Interval | undefined): string {
  if (interval === undefined) return "-";
  const [low, high] = interval;
  return `${(100 * low).toFixed(1)} to ${(100 * high).toFixed(1)}`;
}

/** Shortens a long value: ids of speakers have 128 digits. */
function shortened(value: string): string {
  return value.length > 24 ? `${value.slice(0, 23)}…` : value;
}

function count(number: number, what: string): string {
  return `${number.toLocaleString("en")} ${what}${number === 1 ? "" : "s"}`;
}

function minutes(seconds: number): string {
  return seconds < 60 ? `${seconds.toFixed(1)} s` : `${(seconds / 60).toFixed(1)} min`;
}
