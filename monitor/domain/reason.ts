import table from "./reasons.json" with { type: "json" };

/** A member of the closed list of reasons. */
export type Reason = keyof typeof table;

/** Every reason why a check does not pass, with its meaning for engineers; pages have their own text for each. */
export const reasons = Object.fromEntries(
  Object.entries(table).map(([reason, { meaning }]) => [reason, meaning]),
) as Readonly<Record<Reason, string>>;

/** Returns whether a stored text is a reason of this version. */
export function isReason(text: string | null): text is Reason {
  return text !== null && Object.hasOwn(table, text);
}

/**
 * Natures of faults that make a component unusable for whatever depends on it, and natures that are never another's doing.
 *
 * The natures are `serving` (no answer, a slow one or an error), `certificate`, `name` (its DNS records), `access` (refused
 * credentials), `content` (another page or document than expected), `words` (of transcripts) and `audio` (of synthesis).
 */
const UNUSABLE: readonly string[] = ["serving", "certificate", "name", "access"];
const OWN: readonly string[] = ["certificate", "name"];
const SPEECH: readonly string[] = ["words", "audio"];

function naturesOf(reason: string | null): readonly string[] {
  return isReason(reason) ? table[reason].natures : [];
}

/** Returns whether two faults can have one cause: they have a nature in common, or that of one is not known. */
export function areRelated(one: string | null, other: string | null): boolean {
  const [natures, others] = [naturesOf(one), naturesOf(other)];
  const areKnown = natures.length > 0 && others.length > 0;
  return !areKnown || natures.some((nature) => others.includes(nature));
}

/** Returns whether a fault of a component can be why one that depends on it fails for `effect`. */
export function canCause(cause: string | null, effect: string | null): boolean {
  const [natures, effects] = [naturesOf(cause), naturesOf(effect)];
  if (natures.length === 0 || effects.length === 0) return true;
  if (natures.some((nature) => UNUSABLE.includes(nature))) {
    return effects.some((nature) => !OWN.includes(nature));
  }
  const isOfSpeech = (nature: string): boolean => SPEECH.includes(nature);
  return areRelated(cause, effect) || (natures.some(isOfSpeech) && effects.some(isOfSpeech));
}
