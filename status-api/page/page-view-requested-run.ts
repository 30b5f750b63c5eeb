import type { RequestedRunAnswer } from "../admin/requested-runs.ts";

/** A run that somebody requested at the console. */
export type ConsoleRequestedRunView =
  | { readonly kind: "run"; readonly run: RequestedRunAnswer }
  | {
      readonly kind: "refused";
      readonly checkId: string;
      /** The run of the check that is already waiting or running; null without one. */
      readonly openId: string | null;
    }
  | { readonly kind: "gone" };

/** Data of the forms that request a run. */
export interface AskingForRuns {
  /** The idempotency key: a form that is sent twice requests one run. */
  readonly key: string;
  /** The locations where a run can be requested. */
  readonly locations: readonly string[];
}
