import { describe, expect, test } from "vitest";
import { within } from "#migrations/within.ts";
import { isDatabaseAway } from "./database-away.ts";

const withCode = (code: string): Error => Object.assign(new Error("refused"), { code });

describe("a database", () => {
  test.each([
    ["ECONNREFUSED", true],
    ["57P01", true],
    ["53100", true],
    ["40P01", true],
    ["25006", true],
    ["23503", false],
    ["22P02", false],
    ["42P01", false],
  ])("that says %s is away: %s", (code, isAway) => {
    expect(isDatabaseAway(withCode(code))).toBe(isAway);
  });

  test("that ends the connection without a word is away; our own mistakes are not it", () => {
    expect(isDatabaseAway(new Error("Connection terminated unexpectedly"))).toBe(true);
    expect(isDatabaseAway(new TypeError("x is undefined"))).toBe(false);
  });

  test("that does not answer in time is away", async () => {
    const error = await within(1, new Promise(() => {})).catch((reason: unknown) => reason);
    expect(error).toEqual(new Error("no answer within 1 ms"));
    expect(isDatabaseAway(error)).toBe(true);
    expect(await within(1000, Promise.resolve("here"))).toBe("here");
  });
});
