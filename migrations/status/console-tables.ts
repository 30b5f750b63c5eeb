import type { Json, ObservationMeasures, ObservationPhases, ObservationResult } from "./schema.ts";

/** Who is signed in at the console. */
export interface ConsoleSessionTable {
  /** SHA-256 of what the cookie has. */
  token_hash: string;
  /** The name that the audit log has. */
  person: string;
  /** HMAC of the admin token that let them in, under what the cookie has; null where a provider did. */
  admin_token_proof: string | null;
  created_at: Date;
  used_at: Date;
}

/** Who is on the way to an OpenID provider, and back. */
export interface ConsoleVisitTable {
  /** SHA-256 of what the cookie has. */
  token_hash: string;
  state: string;
  nonce: string;
  code_verifier: string;
  /** The page to go to afterwards. */
  next: string;
  expires_at: Date;
}

/** Runs of checks that people ask for. Kept for a day. */
export interface AskedRunTable {
  id: string;
  check_id: string;
  location: string;
  /** The evidence whose input is sent again; null for a new input. */
  replays: string | null;
  asked_by: string;
  asked_at: Date;
  /** `probers.id` of who took it. */
  prober: string | null;
  taken_at: Date | null;
  /** When it has ended at the latest, unless its prober was killed. */
  ends_by: Date | null;
  done_at: Date | null;
  /** What its last attempt found. */
  result: ObservationResult | null;
  reason: string | null;
  message: string | null;
  attempt: number | null;
  duration_ms: number | null;
  phases: Json<ObservationPhases> | null;
  measures: Json<ObservationMeasures> | null;
  /** What it left; null where its kind keeps nothing. */
  evidence_id: string | null;
}
