import { differencesOf } from "../evidence/evidence.ts";
import type { Observation } from "#monitor/domain/observation.ts";
import { reasons } from "#monitor/domain/reason.ts";
import { markDifferences } from "#word-errors/text-differences.ts";

/** Formats the result of one attempt for a terminal: verdict, phases, measures, texts and where they differ. */
export function observationText(
  check: { readonly id: string; readonly kind: string },
  found: Observation,
): string {
  const { result, reason, message, phases, measures, clip, texts, durationMs, attempt } = found;
  const rounded = Object.entries(phases).map(([phase, ms]) => `${phase} ${ms.toFixed(1)}`);
  const differences = differencesOf(texts);
  const isSame = differences === null || differences.every(({ kind }) => kind === "same");
  const lines = [
    `${check.id} (${check.kind}), attempt ${attempt}: ${verdictText(result, reason)}`,
    ...(reason === null ? [] : [`  meaning   ${reasons[reason]}`]),
    ...(message === null ? [] : [`  message   ${message}`]),
    `  took      ${durationMs.toFixed(0)} ms${rounded.length > 0 ? ` (ms: ${rounded.join(", ")})` : ""}`,
    ...(clip === undefined ? [] : [`  clip      ${clip}`]),
    ...Object.entries(measures).map(([name, value]) => `  ${name} ${value.toFixed(3)}`),
    ...Object.entries(texts).map(([name, text]) => `  ${name.padEnd(9)} ${text}`),
    ...(isSame ? [] : [`  differing ${markDifferences(differences)}`]),
  ];
  return lines.join("\n");
}

/** Formats a result with its reason. */
export function verdictText(result: string, reason: string | null): string {
  return reason === null ? result : `${result}, ${reason}`;
}
