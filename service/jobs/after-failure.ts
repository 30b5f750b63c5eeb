import { isDatabaseAway } from "#database/database-away.ts";
import { KeyCheckUnavailable } from "../access/key-check.ts";
import { StoreUnavailable } from "../accounts/store-unavailable.ts";
import { LIMITS } from "../contract/limits.ts";
import { EngineError, type EngineErrorCode } from "../engine/admission/engine-error.ts";
import type { TakenJob } from "./job.ts";

/** The next step for a job whose work failed. */
export type AfterFailure =
  | { readonly kind: "fail" }
  | { readonly kind: "again"; readonly waitSeconds: number; readonly isCounted: boolean };

/** Failures of a process that the recording itself may cause: repeated only so often. */
const MAYBE_ITS_OWN: ReadonlySet<EngineErrorCode> = new Set([
  "engine_error",
  "decoder_unavailable",
]);
const WAIT_SECONDS = 5;

/** Decides whether a job whose work failed is done again: where its recording is not, or may not be, at fault. */
export function afterFailure(
  error: unknown,
  { attempts, createdAt }: Pick<TakenJob, "attempts" | "createdAt">,
  nowMs: number,
): AfterFailure {
  const { attempts: maxAttempts, keptSeconds } = LIMITS.jobs;
  if (isStoreAway(error)) return { kind: "again", waitSeconds: WAIT_SECONDS, isCounted: false };
  if (!(error instanceof EngineError)) return { kind: "fail" };
  const { code, retryAfterSeconds: waitSeconds = WAIT_SECONDS } = error;
  const isCounted = MAYBE_ITS_OWN.has(code);
  const isTried = isCounted
    ? attempts >= maxAttempts
    : nowMs - createdAt.getTime() >= keptSeconds * 1000;
  return isTried ? { kind: "fail" } : { kind: "again", waitSeconds, isCounted };
}

function isStoreAway(error: unknown): boolean {
  return (
    error instanceof StoreUnavailable ||
    error instanceof KeyCheckUnavailable ||
    isDatabaseAway(error)
  );
}
