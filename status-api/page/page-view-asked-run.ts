import type { AskedRunAnswer } from "../admin/asked-runs.ts";
import type { Refusal } from "./page-view-work.ts";

/** A run that somebody requested at the console. */
export type ConsoleAskedRunView =
  | { readonly kind: "run"; readonly run: AskedRunAnswer }
  | {
      readonly kind: "refused";
      readonly checkId: string;
      readonly refusal: Refusal;
      /** The run of the check that is already waiting or running; null without one. */
      readonly openId: string | null;
    }
  | { readonly kind: "gone" };

/** What forms for requesting a run need. */
export interface AskingForRuns {
  /** The idempotency key: a form that is sent twice requests one run. */
  readonly key: string;
  /** The locations where a run can be requested. */
  readonly locations: readonly string[];
}
