import type { Json, ObservationMeasures, ObservationPhases, ObservationResult } from "./columns.ts";

/** Sessions of people who are signed in at the console. */
export interface ConsoleSessionTable {
  /** SHA-256 of the cookie's value. */
  token_hash: string;
  /** The name used in the audit log. */
  person: string;
  /** HMAC of the admin token that they signed in with, keyed with the cookie's value; null for a sign-in by a provider. */
  admin_token_proof: string | null;
  created_at: Date;
  used_at: Date;
}

/** Sign-ins whose browser was sent to an OpenID provider and has not come back. */
export interface ConsoleVisitTable {
  /** SHA-256 of the cookie's value. */
  token_hash: string;
  state: string;
  nonce: string;
  code_verifier: string;
  /** The page to go to afterwards. */
  next: string;
  expires_at: Date;
}

/** Runs of checks on request. Kept for a day. */
export interface RequestedRunTable {
  id: string;
  check_id: string;
  location: string;
  /** The evidence whose input is sent again; null for new input. */
  replays: string | null;
  asked_by: string;
  asked_at: Date;
  /** `probers.id` of the prober that took it. */
  prober: string | null;
  taken_at: Date | null;
  /** The latest time at which it ends, unless its prober is killed. */
  ends_by: Date | null;
  done_at: Date | null;
  /** The result of its last attempt. */
  result: ObservationResult | null;
  reason: string | null;
  message: string | null;
  attempt: number | null;
  duration_ms: number | null;
  phases: Json<ObservationPhases> | null;
  measures: Json<ObservationMeasures> | null;
  /** The evidence of the run; null if its kind keeps none. */
  evidence_id: string | null;
}
