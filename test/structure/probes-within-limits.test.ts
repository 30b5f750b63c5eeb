import { readFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";

import { LIMITS } from "#service/contract/limits.ts";
import { projectRoot } from "../support/program.ts";

/** Of the clip, and more than any sentence of a check takes to be said. */
const recordingSeconds = 9.2;
/** Upper bound for a sentence of a check. */
const sentenceCharacters = 80;
const daySeconds = 86_400;
const maxAttempts = 2;
/** As the limits promise. */
const locations = 20;

interface SpeechCheck {
  readonly kind: string;
  readonly period_seconds?: number;
  readonly speak?: object;
}
const document = parse(await readFile(path.join(projectRoot, "monitor.yaml"), "utf8")) as {
  readonly components: readonly { readonly checks: readonly SpeechCheck[] }[];
};
const checks = document.components.flatMap((component) => component.checks);
const runsADay = ({ period_seconds = 60 }: SpeechCheck): number => daySeconds / period_seconds;
const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);

test("the probes of twenty locations, every run retried, do not use up the month of their account", () => {
  const recordings: Readonly<Record<string, number>> = {
    transcription: 1,
    stream: 1,
    // What was spoken, and the clip where that was not understood.
    synthesis: 2,
  };
  const runs = (kind: string) => sum(checks.filter((one) => one.kind === kind).map(runsADay));
  const max = 31 * maxAttempts * locations;
  const heard = sum(Object.entries(recordings).map(([kind, count]) => runs(kind) * count));
  expect(runs("synthesis")).toBeGreaterThan(0);
  expect(heard * recordingSeconds * max).toBeLessThan(LIMITS.bootstrap.monthlyAudioSeconds);
  expect(runs("synthesis") * sentenceCharacters * max).toBeLessThan(
    LIMITS.bootstrap.monthlyCharacters,
  );
});

test("the demo's probe leaves its address enough of the day", () => {
  const runs = sum(checks.filter(({ speak }) => speak !== undefined).map(runsADay));
  expect(runs).toBeGreaterThan(0);
  expect(runs * sentenceCharacters * maxAttempts).toBeLessThan(LIMITS.anonymous.dailyCharacters);
  expect(runs * recordingSeconds).toBeLessThan(LIMITS.anonymous.dailyAudioSeconds);
});
