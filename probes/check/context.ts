import type { SpeechInput, Trace } from "./trace.ts";

/** Context of a check's network code. */
export interface CheckAccess {
  /** Aborts at the check's timeout; everything the check waits for has to listen to it. */
  readonly signal: AbortSignal;
  /** Records what is sent and received. */
  readonly trace: Trace;
}

/** Context of a check's run, besides its own options. */
export interface CheckContext extends CheckAccess {
  /** The API key that checks send. */
  readonly apiKey: string;
  /** The account that the sign-in check uses; undefined when the prober was given no password. */
  readonly account: SignInAccount | undefined;
  /** Differs for every run and attempt, so that responses cannot come from a cache. */
  readonly seed: string;
  /** Number of the slot, counted from the epoch in periods; a check with several clips uses it to rotate through them. */
  readonly turn: number;
  /** Input of an earlier run, to be sent again instead of a new one. */
  readonly replayed?: SpeechInput | undefined;
}

/** An account of the service's dashboard. */
export interface SignInAccount {
  readonly email: string;
  readonly password: string;
}
