import { expect, test } from "vitest";
import { ACTIONS, isRole, may, ROLES } from "./roles.ts";

test("what each role may", () => {
  const allowed = ROLES.map((role) => [role, ACTIONS.filter((action) => may(role, action))]);
  expect(Object.fromEntries(allowed)).toEqual({
    owner: ["see overview", "use the service", "see usage", "see members", "change members"],
    member: ["see overview", "use the service", "see usage", "see members"],
    billing: ["see usage"],
  });
});

test("a role is one of the table", () => {
  expect(["owner", "admin", "", "constructor"].map(isRole)).toEqual([true, false, false, false]);
});
