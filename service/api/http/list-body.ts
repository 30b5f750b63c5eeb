import type { Page } from "../../accounts/account-entries.ts";

/** Returns the response body for one page of a list. */
export function listBody<Item extends { readonly id: string }, Json>(
  { items, hasMore }: Page<Item>,
  json: (item: Item) => Json,
) {
  return {
    object: "list" as const,
    data: items.map(json),
    first_id: items[0]?.id ?? null,
    last_id: items.at(-1)?.id ?? null,
    has_more: hasMore,
  };
}
