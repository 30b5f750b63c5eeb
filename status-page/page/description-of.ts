import type english from "#languages/en/status-page/descriptions.json";
import { endOf, stageOf } from "#monitor/domain/status-event.ts";
import type { PageContent } from "#status-api/page/page-build.ts";
import type { StatusEventPageView } from "#status-api/page/page-view-status-event.ts";
import { byLanguage, fill, type PartTexts } from "#web-kit/language/texts.ts";
import { namesOfComponents } from "../reader/component-names.ts";
import type { Reader } from "../reader/reader.ts";

const textsOf = byLanguage<PartTexts<typeof english>>(
  import.meta.glob("/languages/*/status-page/descriptions.json", {
    eager: true,
    import: "default",
  }),
);

/** Returns the description of a page for search results and link previews. */
export function descriptionOf({ kind, view }: PageContent, reader: Reader): string {
  const { formats, language } = reader;
  const texts = textsOf[language];
  const page = view.name[language];
  switch (kind) {
    case "overview":
      return fill(texts.overview, { name: page });
    case "component":
      return fill(texts.component, { name: view.component.name[language], page });
    case "statusEvent":
      return statusEventDescription(view, reader);
    case "history":
      return fill(texts.history, { month: formats.month(view.month), page });
    case "report":
      return fill(texts.report, { month: formats.month(view.report.month), page });
  }
}

/** Returns the stage, the impact, the duration and the affected components of a status event. */
function statusEventDescription(
  { statusEvent, components }: StatusEventPageView,
  reader: Reader,
): string {
  const { texts, formats } = reader;
  const endMs = endOf(statusEvent);
  const affected = namesOfComponents(components, statusEvent.componentIds, reader);
  return [
    texts.stages[stageOf(statusEvent)],
    texts.impacts[statusEvent.impact],
    ...(endMs === null ? [] : [formats.duration(endMs - statusEvent.startedAtMs)]),
    ...(affected === "" ? [] : [fill(texts.affected, { components: affected })]),
  ].join(" · ");
}
