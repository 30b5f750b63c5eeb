import type { PageContent } from "#status-api/page/page-build.ts";
import type { Tone } from "#monitor/domain/overall.ts";
import { TEXTS } from "../texts/texts.ts";
import { toneOfStory } from "../incidents/stories.ts";
import type { Reader } from "../reader/reader.ts";
import { fill } from "#web-kit/language/texts.ts";

/** What stands for a page elsewhere: in the browser's tab, in search results, in previews of links. */
interface Head {
  readonly title: string;
  readonly description: string;
  readonly tone: Tone;
}

export function headOf({ kind, view }: PageContent, { texts, formats, language }: Reader): Head {
  const page = view.name[language];
  switch (kind) {
    case "overview": {
      const title = `${texts.overall[view.overall]} – ${page}`;
      return {
        title,
        description: fill(texts.pageDescription, { name: page }),
        tone: view.tone,
      };
    }
    case "component": {
      const { status } = view.component;
      const name = view.component.name[language];
      const title = `${name}: ${texts.component[status]} – ${page}`;
      const description = fill(TEXTS[language].component.description, { name, page });
      return { title, description, tone: status };
    }
    case "story": {
      const name = view.story.name[language];
      const description = fill(TEXTS[language].incidents.description, { name, page });
      return { title: `${name} – ${page}`, description, tone: toneOfStory(view.story) };
    }
    case "history": {
      const own = TEXTS[language].history;
      const month = formats.month(view.month);
      const title = `${own.title}, ${month} – ${page}`;
      return { title, description: fill(own.description, { month, page }), tone: "operational" };
    }
  }
}
