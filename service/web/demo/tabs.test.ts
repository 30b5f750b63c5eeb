import { expect, test } from "vitest";
import { panelAfterKey, panelOf, PANELS } from "./tabs.tsx";

const [live, file, , design] = PANELS;

test.each([
  ["#dosya", "file"],
  ["#mikrofon", "live"],
  ["", "live"],
  ["#elsewhere", "live"],
])("the address %s shows the panel %s", (hash, name) => {
  expect(panelOf(hash).name).toBe(name);
});

test.each([
  [live, "ArrowRight", file],
  [design, "ArrowRight", live],
  [live, "ArrowLeft", design],
  [file, "ArrowLeft", live],
  [file, "Home", live],
  [file, "End", design],
  [file, "Tab", undefined],
])("from %o the key %s leads to %o", (from, key, to) => {
  expect(panelAfterKey(from, key)).toBe(to);
});
