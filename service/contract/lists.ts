import { Type, type TSchema } from "typebox";
import { choice, type Sent } from "./schema.ts";

export const MAX_PER_PAGE = 100;

/** The query parameters of a paginated list. */
export const PageQuery = Type.Object({
  limit: Type.Integer({
    minimum: 1,
    maximum: MAX_PER_PAGE,
    default: 20,
    description: "How many items at most.",
  }),
  after: Type.Optional(Type.String({ description: "The id behind which the page begins." })),
  order: choice(["asc", "desc"], {
    default: "desc",
    description: "By age: desc is the newest first.",
  }),
});

export type PageRequest = Sent<typeof PageQuery>;

/** Returns the schema of a page of a list, as `listBody` writes it. */
export function listOf<Item extends TSchema>(item: Item) {
  const idOrNull = Type.Union([Type.String(), Type.Null()]);
  return Type.Object({
    object: Type.Literal("list"),
    data: Type.Array(item),
    first_id: idOrNull,
    last_id: idOrNull,
    has_more: Type.Boolean(),
  });
}

export function deleted<const Kind extends string>(kind: Kind) {
  return Type.Object({
    id: Type.String(),
    object: Type.Literal(`${kind}.deleted` as const),
    deleted: Type.Literal(true),
  });
}
