import { forEachLanguage } from "#web-kit/language/languages.ts";
import { fill } from "#web-kit/language/texts.ts";
import type { LocalizedText } from "#monitor/domain/localized-text.ts";
import { updateTexts } from "../texts/texts.ts";

/** A step of an incident or a maintenance that a person can take without a word. */
type SilentStep = "resolved" | "start" | "verify" | "complete" | "cancel";

/** Returns the update for a step when the person who takes it says nothing. */
export function silentText(step: SilentStep): LocalizedText {
  return forEachLanguage((language) => updateTexts[language][step]);
}

/** Returns the update that says that a maintenance has other times now. */
export function newTimesText(fromMs: number, untilMs: number): LocalizedText {
  const times = { from: minute(fromMs), until: minute(untilMs) };
  return forEachLanguage((language) => fill(updateTexts[language].newTimes, times));
}

function minute(timeMs: number): string {
  return new Date(timeMs).toISOString().slice(0, 16).replace("T", " ");
}
