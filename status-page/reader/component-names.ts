import type { PageView } from "#status-api/page/page-view.ts";
import type { ComponentView } from "#status-api/page/page-view-component.ts";
import type { NamedComponent } from "#status-api/page/page-view-status-event.ts";
import type { Reader } from "./reader.ts";

/** Returns the components of the page in their order. */
export function componentsOf(view: Pick<PageView, "groups">): ComponentView[] {
  return view.groups.flatMap(({ components }) => components);
}

/** Returns components in the order of the page, followed by removed ones, of which only the id is known. */
export function inPageOrder(
  components: readonly NamedComponent[],
  ids: readonly string[],
): (Pick<NamedComponent, "id"> & Partial<NamedComponent>)[] {
  const named = components.filter(({ id }) => ids.includes(id));
  const gone = ids.filter((id) => !components.some((component) => component.id === id));
  return [...named, ...gone.map((id) => ({ id }))];
}

/** Returns the names of components in the page's order, or a text for all if there are no others. */
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
