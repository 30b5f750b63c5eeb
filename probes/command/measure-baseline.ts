import { baselineFigures } from "#monitor/domain/baseline.ts";
import { Fault } from "#runtime/fault.ts";
import { textErrors } from "#word-errors/text-distance.ts";
import type { Observation } from "#monitor/domain/observation.ts";
import type { Reason } from "#monitor/domain/reason.ts";
import { PROBER_VERSIONS } from "../evidence/evidence.ts";
import type { BaselineGroup, CheckBaseline } from "../monitor-file/baseline-document.ts";
import type { CheckConfiguration } from "../monitor-file/configuration.ts";
import { runAttempt, type RunEnvironment } from "../run/run-check.ts";

/** How many runs a baseline may have. */
export const BASELINE_RUNS = { min: 20, default: 50, max: 1000 };

/** Runs that only exceeded a limit were measured completely: a baseline is what the limits are computed from. */
const LIMIT_REASONS: readonly (Reason | null)[] = [
  null,
  "slow_answer",
  "transcript_mismatch",
  "late_final_transcript",
  "unintelligible_speech",
];
const MAX_FAILED = 0.05;
const MAX_WORDS_WRONG = 0.5;

/** Runs a check `runs` times in sequence; throws `Fault` when too many runs fail or a clip is not understood. */
export async function measureBaseline(
  check: CheckConfiguration,
  runs: number,
  environment: RunEnvironment,
  onRun: (count: number) => void,
): Promise<CheckBaseline> {
  const startedMs = Date.now();
  const measured: Observation[] = [];
  const failed: Observation[] = [];
  for (let run = 0; run < runs; run += 1) {
    const seed = `${check.id}/baseline/${startedMs}/${run}`;
    const { observation } = await runAttempt(check, { number: 1, seed, turn: run }, environment);
    (LIMIT_REASONS.includes(observation.reason) ? measured : failed).push(observation);
    if (failed.length > runs * MAX_FAILED) refuseFailed(run + 1, failed);
    onRun(run + 1);
  }
  const clips = [...new Set(measured.flatMap(({ clip }) => clip ?? []))].toSorted();
  const ofClips = clips.map((name) =>
    groupOf(
      name,
      measured.filter(({ clip }) => clip === name),
    ),
  );
  ofClips.forEach(refuseUnheard);
  return {
    object: "check_baseline",
    check_id: check.id,
    kind: check.kind,
    measured_at: new Date(startedMs).toISOString(),
    prober: PROBER_VERSIONS.prober,
    groups: [groupOf(null, measured), ...ofClips],
  };
}

function refuseFailed(runs: number, failed: readonly Observation[]): never {
  const { reason, message } = failed[0]!;
  throw new Fault(
    `${failed.length} of ${runs} runs failed, the first with ${reason} (${message}); a baseline is of a service that is well`,
  );
}

function refuseUnheard({ clip, measures }: BaselineGroup): void {
  const wrong = measures["word_error_ratio"]?.median ?? 0;
  if (wrong <= MAX_WORDS_WRONG) return;
  throw new Fault(
    `of the clip ${clip} ${(100 * wrong).toFixed(0)} % of the words are heard wrong; either its text is not what is said, or it is no clip to compare with`,
  );
}

function groupOf(clip: string | null, runs: readonly Observation[]): BaselineGroup {
  const values = new Map<string, number[]>();
  for (const { measures, durationMs } of runs) {
    for (const [name, value] of Object.entries({
      duration_seconds: durationMs / 1000,
      ...measures,
    })) {
      values.set(name, [...(values.get(name) ?? []), value]);
    }
  }
  const texts = runs.flatMap(({ texts: { expected, requested = expected } }) =>
    requested === undefined ? [] : [textErrors(requested, "")],
  );
  return {
    clip,
    words: texts.length === 0 ? 0 : Math.min(...texts.map(({ words }) => words)),
    characters: texts.length === 0 ? 0 : Math.min(...texts.map(({ characters }) => characters)),
    measures: Object.fromEntries(
      [...values].map(([name, ofMeasure]) => [name, baselineFigures(ofMeasure)]),
    ),
  };
}
