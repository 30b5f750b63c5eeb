import { type Static, Type } from "typebox";
import { evidenceFacts } from "./evidence-facts.ts";

/** A piece of evidence as it is listed; times in ISO 8601. */
export const listedEvidence = Type.Object({
  id: Type.String(),
  check_id: Type.String(),
  location: Type.String(),
  slot: Type.String(),
  attempt: Type.Number(),
  passed: Type.Boolean(),
  result: Type.String(),
  reason: Type.Union([Type.String(), Type.Null()]),
});

/** All of it but the audio. */
export const wholeEvidence = Type.Object({ ...listedEvidence.properties, facts: evidenceFacts });

export type ListedEvidence = Static<typeof listedEvidence>;
export type WholeEvidence = Static<typeof wholeEvidence>;

/** Where kept evidence is read from. */
export interface EvidenceSource extends AsyncDisposable {
  /** The newest first, of one check or of all. */
  list(checkId: string | undefined): Promise<ListedEvidence[]>;
  /** Undefined when there is no such evidence. */
  read(id: string): Promise<WholeEvidence | undefined>;
  /** The recording that was sent; undefined when none was. */
  sentAudio(id: string): Promise<Uint8Array<ArrayBuffer> | undefined>;
}

/** Evidence that cannot be read; the message is one line for whoever asked for it. */
export class EvidenceError extends Error {}

/** How many are listed. */
export const LISTED_EVIDENCE = 50;
