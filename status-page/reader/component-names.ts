import type { PageView } from "#status-api/page/page-view.ts";
import type { ComponentView } from "#status-api/page/page-view-component.ts";
import type { NamedComponent } from "#status-api/page/page-view-status-event.ts";
import type { Reader } from "./reader.ts";

/** Lists the components of the page in the order in which they stand. */
export function componentsOf(view: Pick<PageView, "groups">): ComponentView[] {
  return view.groups.flatMap(({ components }) => components);
}

/** Lists components as they stand on the page, then those that left it and are known by their ids alone. */
export function inPageOrder(
  components: readonly NamedComponent[],
  ids: readonly string[],
): (Pick<NamedComponent, "id"> & Partial<NamedComponent>)[] {
  const named = components.filter(({ id }) => ids.includes(id));
  const gone = ids.filter((id) => !components.some((component) => component.id === id));
  return [...named, ...gone.map((id) => ({ id }))];
}

/** Names the components with these ids in the page's order; when they are all there are, it says so. */
export function namesOfComponents(
  components: readonly NamedComponent[],
  ids: readonly string[],
  { texts, language }: Pick<Reader, "texts" | "language">,
): string {
  const isAll = components.length > 1 && components.every(({ id }) => ids.includes(id));
  if (isAll) return texts.allComponents;
  return inPageOrder(components, ids)
    .map(({ id, name }) => name?.[language] ?? id)
    .join(", ");
}
