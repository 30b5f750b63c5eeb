import { expect, test } from "vitest";
import { pageOf } from "./page-of.ts";

const list = ["a", "b", "c"].map((id) => ({ id }));
const idsOf = (request: Parameters<typeof pageOf>[1]) => {
  const { items, hasMore } = pageOf(list, request);
  return [items.map(({ id }) => id).join(""), hasMore];
};

test("a list in memory comes page by page, in both orders, each item once", () => {
  expect(idsOf({ limit: 2, order: "desc" })).toEqual(["ab", true]);
  expect(idsOf({ limit: 2, order: "desc", after: "b" })).toEqual(["c", false]);
  expect(idsOf({ limit: 2, order: "asc" })).toEqual(["cb", true]);
  expect(idsOf({ limit: 2, order: "asc", after: "b" })).toEqual(["a", false]);
  expect(idsOf({ limit: 3, order: "desc" })).toEqual(["abc", false]);
  expect(idsOf({ limit: 1, order: "desc", after: "c" })).toEqual(["", false]);
});

test("an item that the list does not have is refused by the field that names it", () => {
  expect(() => pageOf(list, { limit: 2, order: "desc", after: "d" })).toThrow("The list has no d.");
});
