import type { Outcome } from "./runner.ts";

const SIGNS: Readonly<Record<Outcome["result"], string>> = {
  passed: "ok  ",
  failed: "FAIL",
  "not run": "--  ",
};

/** One line of an outcome; a second one says why it failed. */
export function outcomeLine({ row, result, reason, requests, seconds }: Outcome): string {
  const work = result === "not run" ? reason : `${requests} requests, ${seconds.toFixed(1)} s`;
  const line = `${SIGNS[result]} ${row.part} · ${row.title} (${work})`;
  return result === "failed" ? `${line}\n       ${reason}` : line;
}

/** What came of all rows in a few lines. */
export function summary(outcomes: readonly Outcome[]): string {
  const of = (result: Outcome["result"]) => outcomes.filter((outcome) => outcome.result === result);
  const lines = [`${of("passed").length} rows passed of ${outcomes.length} known`];
  if (of("failed").length > 0) lines.push(`${of("failed").length} failed`);
  const waiting = [...new Set(of("not run").map(({ reason }) => reason))];
  if (waiting.length > 0) {
    lines.push(
      `${of("not run").length} not run, for they need a hand on the service: ${waiting.join(", ")}`,
    );
  }
  return lines.join("\n");
}

/** Whether something was seen, and nothing failed. */
export function isConform(outcomes: readonly Outcome[]): boolean {
  const results = outcomes.map(({ result }) => result);
  return results.includes("passed") && !results.includes("failed");
}
