import type { AskedRunAnswer } from "../admin/asked-runs.ts";
import type { Refusal } from "./page-view-work.ts";

/** A run that somebody asked for at the console. */
export type ConsoleAskedRunView =
  | { readonly kind: "run"; readonly run: AskedRunAnswer }
  | {
      readonly kind: "refused";
      readonly checkId: string;
      readonly refusal: Refusal;
      /** The run that is under way in its place; null without one. */
      readonly openId: string | null;
    }
  | { readonly kind: "gone" };

/** What forms need that ask for a run. */
export interface AskingForRuns {
  /** Lets a form that is sent twice ask once. */
  readonly key: string;
  /** Where a run can be asked for. */
  readonly locations: readonly string[];
}
