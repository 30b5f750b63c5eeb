import { evidenceOf } from "../evidence/evidence.ts";
import { EvidenceError, type EvidenceSource } from "../evidence/evidence-source.ts";
import { evidenceLimits } from "../evidence/evidence-limits.ts";
import { proberVersions } from "../evidence/versions.ts";
import type { CheckConfiguration } from "../monitor-file/configuration.ts";
import { runAttempt, type RunEnvironment } from "../run/run-check.ts";
import { replayText } from "./evidence-text.ts";

/** What a repetition came to. */
export interface Replayed {
  /** Both results, for a terminal. */
  readonly text: string;
  readonly passed: boolean;
}

/** Runs a kept run again, now and once, with what it gave to the service. Throws `EvidenceError` in one line. */
export async function replay(
  source: EvidenceSource,
  id: string,
  checks: readonly CheckConfiguration[],
  environment: RunEnvironment,
): Promise<Replayed> {
  const kept = await source.read(id);
  if (kept === undefined) {
    throw new EvidenceError(
      `there is no evidence ${id}; npm run check -- --evidence lists what there is`,
    );
  }
  const check = checks.find((configured) => configured.id === kept.check_id);
  if (check === undefined) {
    throw new EvidenceError(
      `evidence ${id} is of check ${kept.check_id}, which is configured no more`,
    );
  }
  if (kept.facts.cut.includes("sent")) {
    throw new EvidenceError(`evidence ${id} has only the beginning of what was sent`);
  }
  const audio = await source.sentAudio(id);
  const { input_text: text, seed } = kept.facts;
  const replayed = { text, ...(audio === undefined ? {} : { audio }) };
  const attempt = await runAttempt(check, { number: 1, seed, replayed }, environment);
  const now = evidenceOf(check.kind, attempt, proberVersions, evidenceLimits);
  return { text: replayText(kept, now), passed: now.result === "ok" };
}
