import type { Outcome } from "./runner.ts";

type Result = Outcome["result"];

const SIGNS: Readonly<Record<Result, string>> = {
  passed: "ok  ",
  failed: "FAIL",
  "not run": "--  ",
  "not asked": "--  ",
};

/** What is said of rows that were not tried. */
const UNTRIED: Readonly<Partial<Record<Result, string>>> = {
  "not run": "not run, for they need a hand on the service",
  "not asked": "not asked",
};

/** One line of an outcome; a second one says why it failed. */
export function outcomeLine({ row, result, reason, requests, seconds }: Outcome): string {
  const isTried = UNTRIED[result] === undefined;
  const work = isTried ? `${requests} requests, ${seconds.toFixed(1)} s` : `${result}: ${reason}`;
  const line = `${SIGNS[result]} ${row.part} · ${row.title} (${work})`;
  return result === "failed" ? `${line}\n       ${reason}` : line;
}

/** What came of all rows in a few lines. */
export function summary(outcomes: readonly Outcome[]): string {
  const of = (result: Result) => outcomes.filter((outcome) => outcome.result === result);
  const lines = [`${of("passed").length} rows passed of ${outcomes.length} known`];
  if (of("failed").length > 0) lines.push(`${of("failed").length} failed`);
  for (const [result, why] of Object.entries(UNTRIED)) {
    const untried = of(result as Result);
    const reasons = [...new Set(untried.map(({ reason }) => reason))];
    if (untried.length > 0) lines.push(`${untried.length} ${why}: ${reasons.join(", ")}`);
  }
  return lines.join("\n");
}

/** Whether something was seen, and nothing failed. */
export function isConform(outcomes: readonly Outcome[]): boolean {
  const results = outcomes.map(({ result }) => result);
  return results.includes("passed") && !results.includes("failed");
}
