import { expect, test } from "vitest";
import { stepOf } from "./strip-keys.ts";

const key = (name: string, modifiers = {}) => ({
  key: name,
  altKey: false,
  ctrlKey: false,
  metaKey: false,
  ...modifiers,
});

test.each([
  { name: "ArrowLeft", from: 45, columns: 90, to: 44 },
  { name: "ArrowRight", from: 45, columns: 90, to: 46 },
  { name: "ArrowUp", from: 45, columns: 90, to: 38 },
  { name: "ArrowDown", from: 45, columns: 90, to: 52 },
  { name: "ArrowUp", from: 45, columns: 30, to: 15 },
  { name: "ArrowDown", from: 20, columns: 45, to: 65 },
  { name: "PageUp", from: 45, columns: 90, to: 15 },
  { name: "PageDown", from: 45, columns: 90, to: 75 },
  { name: "Home", from: 45, columns: 90, to: 0 },
  { name: "End", from: 45, columns: 90, to: 89 },
  { name: "ArrowLeft", from: 0, columns: 90, to: 0 },
  { name: "ArrowRight", from: 89, columns: 90, to: 89 },
  { name: "PageDown", from: 80, columns: 90, to: 89 },
  { name: "Tab", from: 45, columns: 90, to: undefined },
])("$name leads from $from to $to with $columns in a row", ({ name, from, columns, to }) => {
  expect(stepOf(key(name), from, 90, columns)).toBe(to);
});

test("a key with a modifier is the browser's", () => {
  expect(stepOf(key("ArrowLeft", { altKey: true }), 45, 90, 90)).toBeUndefined();
  expect(stepOf(key("Home", { metaKey: true }), 45, 90, 90)).toBeUndefined();
});
