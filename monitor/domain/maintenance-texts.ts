import type { MaintenanceStep } from "./maintenance.ts";
import { clockIn } from "#web-kit/language/clock.ts";
import { forEachLanguage, LANGUAGES } from "#web-kit/language/languages.ts";
import { readTexts } from "#web-kit/language/read-texts.ts";
import { fill, type TextsOf } from "#web-kit/language/texts.ts";
import type { LocalizedText } from "./localized-text.ts";
import type english from "#languages/en/monitor/maintenance.json";

const texts = readTexts<TextsOf<typeof english>>("monitor/maintenance.json");

/** Returns the update of a maintenance that takes a step by itself. Times are UTC. */
export function maintenanceText(step: MaintenanceStep, scheduledUntilMs: number): LocalizedText {
  return forEachLanguage((language) => {
    if (step.status === "completed") return texts[language].ended;
    const until = new Date(scheduledUntilMs);
    const day = until.toLocaleDateString(LANGUAGES[language].locale, {
      day: "numeric",
      month: "long",
      timeZone: "UTC",
    });
    const clock = clockIn(language, until.toISOString().slice(11, 16));
    return fill(texts[language].started, { day, clock });
  });
}
