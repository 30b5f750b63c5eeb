import type { PageContent } from "#status-api/page/page-build.ts";
import type { Tone } from "#monitor/domain/overall.ts";
import { TEXTS } from "../texts/texts.ts";
import { toneOfStatusEvent } from "#monitor/domain/status-event-tone.ts";
import type { Reader } from "../reader/reader.ts";
import { type Language, LANGUAGES } from "#web-kit/language/languages.ts";
import { fill } from "#web-kit/language/texts.ts";

/** The title and icon of a page in the browser's tab, which follow its content. */
interface Head {
  readonly title: string;
  readonly tone: Tone;
}

export function headOf({ kind, view }: PageContent, { texts, formats, language }: Reader): Head {
  const page = siteTitle(view.name[language], language);
  switch (kind) {
    case "overview":
      return { title: `${texts.overall[view.overall]} – ${page}`, tone: view.tone };
    case "component": {
      const { name, status } = view.component;
      return { title: `${name[language]}: ${texts.component[status]} – ${page}`, tone: status };
    }
    case "statusEvent":
      return {
        title: `${view.statusEvent.name[language]} – ${page}`,
        tone: toneOfStatusEvent(view.statusEvent),
      };
    case "history": {
      const { title } = TEXTS[language].history;
      return { title: `${title}, ${formats.month(view.month)} – ${page}`, tone: "operational" };
    }
    case "report": {
      const month = formats.month(view.report.month);
      const title = fill(TEXTS[language].report.title, { month });
      return { title: `${title} – ${page}`, tone: "operational" };
    }
  }
}

/** Returns the page's name for a tab: adds the word for status to a name without it, so that the tab can be recognized. */
export function siteTitle(name: string, language: Language): string {
  const { statusWord, siteTitle: title } = TEXTS[language].frame;
  const lower = (text: string): string => text.toLocaleLowerCase(LANGUAGES[language].locale);
  return lower(name).includes(lower(statusWord)) ? name : fill(title, { page: name });
}
