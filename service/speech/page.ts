import { sql, type RawBuilder } from "kysely";
import { Refusal } from "../contract/refusal.ts";

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

/** What an item of a list is ordered by: its age, and then its id. */
interface Aged {
  readonly id: string;
  readonly createdAt: Date;
}

/** Rows of a table with `created_at` and `id`, as parts of a query. */
export interface PageRows {
  readonly where: RawBuilder<boolean>;
  readonly order: RawBuilder<unknown>;
  readonly limit: number;
}

/** How a list is read. */
export interface PageSource<Item extends Aged> {
  /** Finds an item of the list by its id. */
  find(id: string): Promise<Item | undefined>;
  read(rows: PageRows): Promise<readonly Item[]>;
}

/** Reads a page of a list, by the age of its items; throws Refusal where the list has no `after`. */
export async function readPage<Item extends Aged>(
  { limit, after, order }: PageRequest,
  list: PageSource<Item>,
): Promise<Page<Item>> {
  const cursor = after === undefined ? undefined : await list.find(after);
  if (after !== undefined && cursor === undefined) {
    throw refusal("after", `The list has no ${after}.`);
  }
  const items = await list.read({
    where: cursor === undefined ? sql`true` : behind(cursor, order),
    order: order === "asc" ? sql`created_at asc, id asc` : sql`created_at desc, id desc`,
    // One more than asked for says whether there are more.
    limit: limit + 1,
  });
  return { items: items.slice(0, limit), hasMore: items.length > limit };
}

function behind({ id, createdAt }: Aged, order: PageRequest["order"]): RawBuilder<boolean> {
  const place = sql`(${createdAt}::timestamptz, ${id}::text)`;
  return order === "asc" ? sql`(created_at, id) > ${place}` : sql`(created_at, id) < ${place}`;
}

function refusal(param: string, message: string): Refusal {
  return new Refusal("invalid_request", message, param);
}
