import { expect, test } from "vitest";
import { addressBefore } from "./address-before.ts";

test.each([
  ["/dashboard", "/sign-in", "/sign-in"],
  ["/dashboard/keys", "/sign-in", "/sign-in?next=%2Fdashboard%2Fkeys"],
  ["/dashboard/usage?days=7&by=key", "/a", "/a?next=%2Fdashboard%2Fusage%3Fdays%3D7%26by%3Dkey"],
])("a page before %s at %s is %s", (next, address, expected) => {
  expect(addressBefore(next, address)).toBe(expected);
});
