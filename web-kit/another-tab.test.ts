import { expect, test } from "vitest";
import { isForAnotherTab } from "./another-tab.ts";

const PLAIN = { button: 0, ctrlKey: false, metaKey: false, shiftKey: false };

test.each([
  [{}, false],
  [{ button: 1 }, true],
  [{ button: 2 }, true],
  [{ ctrlKey: true }, true],
  [{ metaKey: true }, true],
  [{ shiftKey: true }, true],
])("a click with %o is for another tab: %s", (pressed, isForAnother) => {
  expect(isForAnotherTab({ ...PLAIN, ...pressed } as MouseEvent)).toBe(isForAnother);
});
