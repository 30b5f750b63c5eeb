import meanings from "./reasons.json" with { type: "json" };

/** Every reason why a check does not pass, with its meaning for engineers; pages have their own text for each. */
export const reasons: Readonly<Record<Reason, string>> = meanings;

/** A member of the closed list of reasons. */
export type Reason = keyof typeof meanings;

/** Returns whether a stored text is a reason of this version. */
export function isReason(text: string | null): text is Reason {
  return text !== null && Object.hasOwn(reasons, text);
}
