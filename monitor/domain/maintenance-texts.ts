import type { MaintenanceStep } from "#monitor/domain/maintenance.ts";
import type { Language } from "#web-kit/language/languages.ts";

import type { LocalizedText } from "./localized-text.ts";

/** What a maintenance says when it takes a step by itself. Times are UTC. */
export function maintenanceText(step: MaintenanceStep, scheduledUntilMs: number): LocalizedText {
  if (step.status === "completed") {
    return {
      en: "The maintenance has ended as scheduled.",
      tr: "Bakım planlandığı gibi sona erdi.",
    };
  }
  return {
    en: `The maintenance has begun. It is to end on ${moment(scheduledUntilMs, "en")} UTC.`,
    tr: `Bakım başladı. Planlanan bitişi: ${moment(scheduledUntilMs, "tr")} UTC.`,
  };
}

function moment(timeMs: number, language: Language): string {
  const clock = new Date(timeMs).toISOString().slice(11, 16);
  const day = new Date(timeMs).toLocaleDateString(language === "en" ? "en-GB" : "tr-TR", {
    day: "numeric",
    month: "long",
    timeZone: "UTC",
  });
  return language === "en" ? `${day} at ${clock}` : `${day} ${clock}`;
}
