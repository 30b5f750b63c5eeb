import type { Language } from "#web-kit/language/languages.ts";
import { componentWords } from "#monitor/domain/status-words.ts";
import { momentInWords } from "./moments.ts";
import type { Notice } from "./notice.ts";
import { messageTexts } from "../../texts/texts.ts";

/** Lists what holds for the whole incident: when a maintenance is, and which components are affected. */
export function incidentFacts(
  { page, incident }: Notice,
  language: Language,
): (readonly [name: string, value: string])[] {
  const { scheduledForMs, scheduledUntilMs, components } = incident;
  const texts = messageTexts[language];
  const facts: (readonly [string, string])[] = [];
  if (scheduledForMs !== null && scheduledUntilMs !== null) {
    const [from, until] = [scheduledForMs, scheduledUntilMs].map((atMs) =>
      momentInWords(atMs, language, page.timeZone),
    );
    facts.push([texts.scheduled, `${from} – ${until}`]);
  }
  if (components.length > 0) {
    const named = components.map(
      ({ name, status }) => `${name[language]} (${componentWords[status][language]})`,
    );
    facts.push([texts.affected, named.join(", ")]);
  }
  return facts;
}
