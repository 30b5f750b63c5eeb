/** A voice made from a description. */

import type { Manner, Speaker } from "../../engine/model/model.ts";
import { descriptionWords } from "./description-words.ts";
import { readVoice } from "./read-voice.ts";

export interface DesignedVoice {
  readonly speaker: Extract<Speaker, { kind: "designed" }>;
  readonly manner: Manner;
  /** Words of the description that say nothing of a voice. */
  readonly ignored: readonly string[];
}

/**
 * Designs a voice.
 *
 * A description always gives the same voice, however it is spaced, punctuated and capitalised; another one, even of the
 * same meaning, gives another person.
 */
export function designVoice(description: string): DesignedVoice {
  const { gender, age, manner, ignored } = readVoice(description, "voice");
  return { speaker: { kind: "designed", gender, age, seed: seedOf(description) }, manner, ignored };
}

/** FNV-1a of the description's folded words. */
function seedOf(description: string): number {
  const words = descriptionWords(description).map(({ folded }) => folded);
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(words.join(" "))) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash >>> 0;
}
