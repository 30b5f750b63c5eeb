import { expect, test } from "vitest";
import { olderThan } from "./older-than.ts";
import { drivenDatabase } from "../../test/support/databases/driven-database.ts";

const db = drivenDatabase();

test("a list goes on after the row that is named, and begins with the newest without one", () => {
  expect(olderThan("alerts", "fired_at", "a1").compile(db)).toMatchObject({
    sql: '("fired_at", id) < (select "fired_at", id from "alerts" where id = $1)',
    parameters: ["a1"],
  });
  expect(olderThan("alerts", "fired_at", undefined).compile(db)).toMatchObject({ sql: "true" });
});
