import { sql, type RawBuilder } from "kysely";
import type { PageRequest } from "../contract/lists.ts";
import { ApiError } from "../contract/errors.ts";

/** A part of a list. */
export interface Page<Item> {
  readonly items: readonly Item[];
  readonly hasMore: boolean;
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

/** Reads a page of a list, by the age of its items; throws ApiError where the list has no `after`. */
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

function refusal(param: string, message: string): ApiError {
  return new ApiError("invalid_request", message, param);
}
