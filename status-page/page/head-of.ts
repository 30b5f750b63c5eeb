import type { PageContent } from "#status-api/page/page-build.ts";
import type { Tone } from "#monitor/domain/overall.ts";
import { TEXTS } from "../texts/texts.ts";
import { toneOfStory } from "../incidents/stories.ts";
import type { Reader } from "../reader/reader.ts";

/** What stands for a page in the browser's tab; it follows what the page shows. */
interface Head {
  readonly title: string;
  readonly tone: Tone;
}

export function headOf({ kind, view }: PageContent, { texts, formats, language }: Reader): Head {
  const page = view.name[language];
  switch (kind) {
    case "overview":
      return { title: `${texts.overall[view.overall]} – ${page}`, tone: view.tone };
    case "component": {
      const { name, status } = view.component;
      return { title: `${name[language]}: ${texts.component[status]} – ${page}`, tone: status };
    }
    case "story":
      return { title: `${view.story.name[language]} – ${page}`, tone: toneOfStory(view.story) };
    case "history": {
      const { title } = TEXTS[language].history;
      return { title: `${title}, ${formats.month(view.month)} – ${page}`, tone: "operational" };
    }
  }
}
