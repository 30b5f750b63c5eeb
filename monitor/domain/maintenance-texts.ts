import type { MaintenanceStep } from "./maintenance.ts";
import { forEachLanguage } from "#web-kit/language/languages.ts";
import { readTexts } from "#web-kit/language/read-texts.ts";
import { fill, type TextsOf } from "#web-kit/language/texts.ts";
import type { LocalizedText } from "./localized-text.ts";
import { momentMark } from "./text-moments.ts";
import type english from "#languages/en/monitor/maintenance.json";

const texts = readTexts<TextsOf<typeof english>>("monitor/maintenance.json");

/** Returns the text of an automatic step of a maintenance, with times as text-moments.ts stores them. */
export function maintenanceText(step: MaintenanceStep, scheduledUntilMs: number): LocalizedText {
  const until = momentMark("time", scheduledUntilMs);
  return forEachLanguage((language) =>
    step.status === "completed" ? texts[language].ended : fill(texts[language].started, { until }),
  );
}
