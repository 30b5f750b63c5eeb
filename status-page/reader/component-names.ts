import type { PageView } from "#status-api/page/page-view.ts";
import type { ComponentView } from "#status-api/page/page-view-component.ts";
import type { NamedComponent } from "#status-api/page/page-view-story.ts";
import type { Reader } from "./reader.ts";

/** Lists the components of the page in the order in which they stand. */
export function componentsOf(view: Pick<PageView, "groups">): ComponentView[] {
  return view.groups.flatMap(({ components }) => components);
}

/**
 * Names the components with these ids in the page's order; when they are all there are, it says so.
 *
 * A component that left the page is known by its id alone.
 */
export function namesOfComponents(
  components: readonly NamedComponent[],
  ids: readonly string[],
  { texts, language }: Pick<Reader, "texts" | "language">,
): string {
  const named = components.filter(({ id }) => ids.includes(id));
  if (named.length === components.length && named.length > 1) return texts.allComponents;
  const gone = ids.filter((id) => !components.some((component) => component.id === id));
  return [...named.map(({ name }) => name[language]), ...gone].join(", ");
}
