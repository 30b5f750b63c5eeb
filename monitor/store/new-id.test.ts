import { expect, test } from "vitest";
import { newId } from "./new-id.ts";

test("ids are those of Statuspage: twelve digits and small letters, each another", () => {
  const ids = Array.from({ length: 500 }, newId);
  for (const id of ids) expect(id).toMatch(/^[0-9a-z]{12}$/);
  expect(new Set(ids).size).toBe(500);
  expect(new Set(ids.join("")).size).toBe(36);
});
