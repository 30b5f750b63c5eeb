import { Type, type TSchema } from "typebox";
import { PAGE_LIMIT } from "../speech/page.ts";

/** A list that comes in pages, as listBody writes it. */
export function listOf<Item extends TSchema>(item: Item) {
  const end = Type.Union([Type.String(), Type.Null()]);
  return Type.Object({
    object: Type.Literal("list"),
    data: Type.Array(item),
    first_id: end,
    last_id: end,
    has_more: Type.Boolean(),
  });
}

/** Which part of a list is asked for; `parsePageRequest` reads it. */
export const PAGE_QUERY = {
  limit: Type.Integer({
    minimum: PAGE_LIMIT.least,
    maximum: PAGE_LIMIT.most,
    default: PAGE_LIMIT.standard,
    description: "How many items at most.",
  }),
  after: Type.String({ description: "The id behind which the page begins." }),
  order: Type.String({
    enum: ["asc", "desc"],
    default: "desc",
    description: "By age: desc is the newest first.",
  }),
};

export const Timestamp = Type.String({ format: "date-time" });
