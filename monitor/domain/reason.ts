import meanings from "./reasons.json" with { type: "json" };

/** Every reason a check can have not to pass, and what it means to engineers; readers are told it in their language. */
export const reasons: Readonly<Record<Reason, string>> = meanings;

/** A member of the closed list of reasons. */
export type Reason = keyof typeof meanings;

/** Whether a stored text is a reason of this version. */
export function isReason(text: string | null): text is Reason {
  return text !== null && Object.hasOwn(reasons, text);
}
