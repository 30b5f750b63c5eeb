import type { Generated } from "kysely";
import type { Json, ObservationResult } from "./columns.ts";

/** The data that a speech run sent and received: kept for failed runs, and for the newest that passed. */
export interface EvidenceTable {
  id: string;
  check_id: string;
  component_id: string;
  location: string;
  slot: Date;
  attempt: number;
  kept_at: Date;
  passed: boolean;
  result: ObservationResult;
  reason: string | null;
  /** Texts with their differences, phases, measures, request ids, close code, versions, seed. */
  facts: Json<object>;
  /** Size of its audio. */
  bytes: number;
  /** Whether a person requested the run, in addition to those of slots. */
  asked: Generated<boolean>;
}

/** The audio of a run. */
export interface EvidenceAudioTable {
  evidence_id: string;
  name: "sent" | "received";
  content_type: string;
  content: Buffer;
}
