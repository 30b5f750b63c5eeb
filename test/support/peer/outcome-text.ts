import type { Observation } from "../../../monitor/domain/observation.ts";

// oxlint-disable-next-line no-control-regex
const unfit = /[\u0000-\u001f\u007f-\u009f]|\p{Surrogate}/u;

/** What a run says of its target in one word, `ok` or a reason; in more where nobody could do anything with it. */
export function outcomeText({ result, reason, message }: Observation): string {
  if (message !== null && unfit.test(message)) {
    return `${reason}, in words that are not fit: ${JSON.stringify(message)}`;
  }
  // Limits are those of the check's own account, so what they refuse says nothing of the target.
  const isOwnLimit = result === "prober_error" && reason === "rate_limited";
  if (result === "failed" || isOwnLimit)
    return message === null ? `${reason} without a word` : String(reason);
  return result === "ok" && reason === null ? "ok" : `${result} ${reason}: ${message}`;
}
