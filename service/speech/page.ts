import { sql, type RawBuilder } from "kysely";
import { Refusal } from "./refusal.ts";

/** Which part of a list is asked for. */
export interface PageRequest {
  /** 1 to 100. */
  readonly limit: number;
  /** The id behind which the page begins. */
  readonly after: string | undefined;
  /** By age: `desc` is the newest first. */
  readonly order: "asc" | "desc";
}

/** A part of a list. */
export interface Page<Item> {
  readonly items: readonly Item[];
  readonly hasMore: boolean;
}

/** How many items a page may have. */
export const PAGE_LIMIT = { least: 1, standard: 20, most: 100 };

/** Reads `limit`, `after` and `order` of a query string; throws Refusal. */
export function parsePageRequest(query: Readonly<Record<string, unknown>>): PageRequest {
  const { limit = String(PAGE_LIMIT.standard), after, order = "desc" } = query;
  const items = typeof limit === "string" && /^\d{1,9}$/.test(limit) ? Number(limit) : 0;
  if (items < PAGE_LIMIT.least || items > PAGE_LIMIT.most) {
    const { least, most } = PAGE_LIMIT;
    throw refusal("limit", `limit has to be a whole number from ${least} to ${most}.`);
  }
  if (after !== undefined && typeof after !== "string") {
    throw refusal("after", "after has to be an id of the list.");
  }
  if (order !== "asc" && order !== "desc") throw refusal("order", "order has to be asc or desc.");
  return { limit: items, after, order };
}

/** Makes the refusal of an `after` that the list does not have. */
export function notInList(after: string): Refusal {
  return refusal("after", `The list has no ${after}.`);
}

/** The condition for rows behind one, in the order of their age and then of their id. */
export function behind(
  { id, createdAt }: { readonly id: string; readonly createdAt: Date },
  order: PageRequest["order"],
): RawBuilder<boolean> {
  const place = sql`(${createdAt}::timestamptz, ${id}::text)`;
  return order === "asc" ? sql`(created_at, id) > ${place}` : sql`(created_at, id) < ${place}`;
}

/** Makes a page of the items for one that was asked for, and one more if there is one. */
export function pageOf<Item>(items: readonly Item[], { limit }: PageRequest): Page<Item> {
  return { items: items.slice(0, limit), hasMore: items.length > limit };
}

function refusal(param: string, message: string): Refusal {
  return new Refusal("invalid_request", message, param);
}
