import { expect, test } from "vitest";
import { chosenDays, lastDays } from "./usage.ts";

const now = new Date("2026-11-21T10:00:00Z");

test("the last 30 days end today, or where the query ends", () => {
  expect(lastDays(now, 30)).toEqual({ first: "2026-10-23", last: "2026-11-21" });
  expect(chosenDays(undefined, undefined, now)).toEqual(lastDays(now, 30));
  expect(chosenDays(undefined, "2026-03-01", now)).toEqual({
    first: "2026-01-31",
    last: "2026-03-01",
  });
  expect(chosenDays("2025-11-21", undefined, now)).toEqual({
    first: "2025-11-21",
    last: "2026-11-21",
  });
});

test.each([
  ["2026-11-22", undefined, "start_day"],
  ["2025-11-20", undefined, "start_day"],
  ["2026-02-30", undefined, "start_day"],
  [undefined, "2026-02-30", "end_day"],
])("days from %s to %s are refused", (start, end, param) => {
  expect(() => chosenDays(start, end, now)).toThrow(
    expect.objectContaining({ code: "invalid_request", param }),
  );
});
