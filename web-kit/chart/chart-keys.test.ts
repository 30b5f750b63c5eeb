import { describe, expect, test } from "vitest";
import { chartStepOf } from "./chart-keys.ts";

const pressed = (key: string, modifiers = {}) => ({
  key,
  altKey: false,
  ctrlKey: false,
  metaKey: false,
  ...modifiers,
});

describe("the keys of a chart", () => {
  test.each([
    { key: "ArrowLeft", from: 10, to: 9 },
    { key: "ArrowRight", from: 10, to: 11 },
    { key: "PageDown", from: 30, to: 6 },
    { key: "PageUp", from: 30, to: 54 },
    { key: "Home", from: 30, to: 0 },
    { key: "End", from: 30, to: 99 },
    { key: "ArrowLeft", from: 0, to: 0 },
    { key: "PageUp", from: 95, to: 99 },
  ])("$key leads from $from to $to", ({ key, from, to }) => {
    expect(chartStepOf(pressed(key), from, 100)).toBe(to);
  });

  test("a page of a long chart is a 24th of it", () => {
    expect(chartStepOf(pressed("PageUp"), 0, 1440)).toBe(60);
  });

  test("leave alone what the browser does with other keys", () => {
    expect(chartStepOf(pressed("Tab"), 10, 100)).toBeUndefined();
    expect(chartStepOf(pressed("ArrowLeft", { altKey: true }), 10, 100)).toBeUndefined();
  });
});
