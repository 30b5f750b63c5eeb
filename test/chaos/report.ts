import { markdownTable } from "../kit/table.ts";
import { verdict } from "../kit/report.ts";
import type { Outcome } from "./fault.ts";

/** A line for each fault. */
export function reportTable(outcomes: readonly Outcome[]): string {
  const seconds = (ms: number | undefined): string =>
    ms === undefined ? "" : `${(ms / 1000).toFixed(1)} s`;
  return markdownTable([
    [
      "fault",
      "hits",
      "recovered after",
      "acknowledged",
      "lost",
      "double",
      "visits failed",
      "published",
      "",
    ],
    ...outcomes.map((one) => [
      one.name,
      one.hits,
      seconds(one.recoveredAfterMs),
      String(one.acknowledged),
      String(one.lost),
      String(one.double),
      one.visits === undefined ? "" : `${one.failed} of ${one.visits}`,
      one.published ?? "",
      verdictOf(one),
    ]),
  ]);
}

/** Lists the faults that were found, and those that were not tried. */
export function remarks(outcomes: readonly Outcome[]): string {
  return outcomes
    .flatMap(({ name, complaints, skipped }) =>
      [...complaints, ...(skipped === undefined ? [] : [`skipped: ${skipped}`])].map(
        (text) => `${name}: ${text}`,
      ),
    )
    .join("\n");
}

function verdictOf({ complaints, skipped }: Outcome): string {
  if (skipped !== undefined) return "skipped";
  return verdict(complaints.length === 0);
}
