import type english from "#languages/en/status-page/descriptions.json";
import type { PageContent } from "#status-api/page/page-build.ts";
import { byLanguage, fill, type PartTexts } from "#web-kit/language/texts.ts";
import type { Reader } from "../reader/reader.ts";

const textsOf = byLanguage<PartTexts<typeof english>>(
  import.meta.glob("/languages/*/status-page/descriptions.json", {
    eager: true,
    import: "default",
  }),
);

/** Returns what search results and previews of links say of a page. */
export function descriptionOf({ kind, view }: PageContent, { formats, language }: Reader): string {
  const texts = textsOf[language];
  const page = view.name[language];
  switch (kind) {
    case "overview":
      return fill(texts.overview, { name: page });
    case "component":
      return fill(texts.component, { name: view.component.name[language], page });
    case "story":
      return fill(texts.story, { name: view.story.name[language], page });
    case "history":
      return fill(texts.history, { month: formats.month(view.month), page });
  }
}
