import { expect, test } from "vitest";
import texts from "#languages/en/status-page/component.json" with { type: "json" };
import { kinds } from "#probes/kinds/kinds.ts";

test("the page of a component says of every kind of check what it does", () => {
  expect(Object.keys(texts.kinds).toSorted()).toEqual(Object.keys(kinds).toSorted());
});
