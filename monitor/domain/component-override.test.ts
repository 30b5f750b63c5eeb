import { expect, test } from "vitest";
import { overrideAt } from "./component-override.ts";

test("what a person says of a component ends by itself", () => {
  const said = { status: "operational", sinceMs: 100, untilMs: 200 } as const;
  expect(overrideAt(said, 199)).toBe(said);
  expect(overrideAt(said, 200)).toBeNull();
  expect(overrideAt(null, 150)).toBeNull();
});
