import { unknownCursor, type Page } from "../../accounts/account-entries.ts";
import type { PageRequest } from "../../contract/lists.ts";

/** Returns a page of a list in memory, which is in `desc` order; throws ApiError when the list does not contain `after`. */
export function pageOf<Item extends { readonly id: string }>(
  list: readonly Item[],
  { limit, after, order }: PageRequest,
): Page<Item> {
  const items = order === "asc" ? list.toReversed() : list;
  const start = after === undefined ? 0 : items.findIndex(({ id }) => id === after) + 1;
  if (after !== undefined && start === 0) throw unknownCursor(after);
  return { items: items.slice(start, start + limit), hasMore: start + limit < items.length };
}
