import type { SpeechInput, Trace } from "./trace.ts";

/** What everything needs that goes over the network for a check. */
export interface CheckAccess {
  /** Aborts at the check's timeout; everything the check waits for has to listen to it. */
  readonly signal: AbortSignal;
  /** Records what is sent and received. */
  readonly trace: Trace;
}

/** What a check is given besides its own options. */
export interface CheckContext extends CheckAccess {
  /** The API key that checks send. */
  readonly apiKey: string;
  /** The account that the sign-in check uses; undefined when the prober was given no password. */
  readonly account: SignInAccount | undefined;
  /** Differs for every run and attempt, so that what is asked cannot come from a cache. */
  readonly seed: string;
  /** Number of the slot, counted from the epoch in periods: what a check has several of, it takes by it in turn. */
  readonly turn: number;
  /** What an earlier run gave to the service, to be given again instead of something new. */
  readonly replayed?: SpeechInput | undefined;
}

/** An account of the service's dashboard. */
export interface SignInAccount {
  readonly email: string;
  readonly password: string;
}
