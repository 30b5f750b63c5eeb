import type { WholeEvidence } from "#monitor/domain/evidence-document.ts";
import type { AttemptInput } from "../run/run-check.ts";
import { EvidenceError, type EvidenceSource } from "./evidence-reading.ts";

/** Reads the input of a kept run, to be sent again; throws `EvidenceError` if only its beginning is kept. */
export async function replayInput(
  source: EvidenceSource,
  { id, facts }: WholeEvidence,
): Promise<AttemptInput> {
  if (facts.cut.includes("sent")) {
    throw new EvidenceError(`evidence ${id} has only the beginning of what was sent`);
  }
  const audio = await source.sentAudio(id);
  const { input_text: text, clip, seed } = facts;
  const replayed = { text, clip, ...(audio === undefined ? {} : { audio }) };
  return { number: 1, seed, turn: 0, replayed };
}
