import { describe, expect, test } from "vitest";
import { isGoodFor, minutesLeft, planOf } from "./session-plan.ts";

const minutes = 60_000;
const session = { token: "st_a", endsAtMs: 10 * minutes, wasUsed: true };

describe("a request", () => {
  test("may begin with a session until a minute before its end", () => {
    expect(isGoodFor(session, 8.9 * minutes)).toBe(true);
    expect(isGoodFor(session, 9 * minutes)).toBe(false);
    expect(isGoodFor(undefined, 0)).toBe(false);
  });
});

describe("a session", () => {
  test.each([
    ["is kept while there is time", 5, true, true, "keep"],
    ["is renewed in its last minute", 9.5, true, true, "renew"],
    ["is not renewed for a page that nobody sees", 9.5, true, false, "keep"],
    ["is not renewed for a page that nobody uses", 9.5, false, true, "keep"],
    ["ends unused", 10, false, true, "end"],
    ["is renewed when the reader comes back", 30, true, true, "renew"],
  ])("%s", (_title, minute, wasUsed, isVisible, plan) => {
    expect(planOf({ ...session, wasUsed }, minute * minutes, isVisible)).toBe(plan);
  });

  test("has whole minutes left", () => {
    expect(minutesLeft(session, 0)).toBe(10);
    expect(minutesLeft(session, 7.5 * minutes)).toBe(3);
    expect(minutesLeft(session, 11 * minutes)).toBe(1);
  });
});
