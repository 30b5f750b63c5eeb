import { errorRatios } from "#word-errors/text-distance.ts";
import type { Evaluation } from "./evaluation.ts";
import { RESAMPLING } from "./intervals.ts";

/** Returns an evaluation as a document for later comparison; ratios have the names of the monitor's metrics. */
export function baselineOf(
  { model, layout, audioSeconds, table, worst, leftOut }: Evaluation,
  measuredAt: Date,
) {
  return {
    object: "baseline",
    measured_at: measuredAt.toISOString(),
    model: { id: model.id, sha256: model.sha256 },
    layout,
    audio_seconds: Number(audioSeconds.toFixed(3)),
    resampling: RESAMPLING,
    table: table.map((row) => ({
      group: row.group,
      value: row.value,
      clips: row.clips,
      words: row.errors.words,
      characters: row.errors.characters,
      word_error_ratio: rounded(row.wordErrorRatio),
      word_error_interval: row.intervals?.words.map(rounded) ?? null,
      character_error_ratio: rounded(row.characterErrorRatio),
      character_error_interval: row.intervals?.characters.map(rounded) ?? null,
      resampled: row.resampled,
    })),
    worst: worst.map(({ name, text, heard, errors }) => ({
      clip: name,
      word_error_ratio: rounded(errorRatios(errors).wordErrorRatio),
      said: text,
      heard,
    })),
    left_out: leftOut.map(({ name, reason }) => ({ clip: name, reason })),
  };
}

function rounded(ratio: number): number {
  return Number(ratio.toFixed(5));
}
