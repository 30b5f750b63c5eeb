import { expect, test } from "vitest";
import { dueWeek } from "./weekly-test.ts";

const monday = { day: "monday", at: "10:00", timeZone: "Europe/Istanbul" } as const;

test.each([
  { nowIso: "2026-11-23T06:59:59Z", isDue: false },
  { nowIso: "2026-11-23T07:00:00Z", isDue: true },
  { nowIso: "2026-11-23T12:59:00Z", isDue: true },
  { nowIso: "2026-11-23T13:00:00Z", isDue: false },
  { nowIso: "2026-11-24T07:00:00Z", isDue: false },
  { nowIso: "2026-11-22T07:00:00Z", isDue: false },
])("on Mondays at ten in Istanbul: $nowIso $isDue", ({ nowIso, isDue }) => {
  expect(dueWeek(monday, Date.parse(nowIso)) !== undefined).toBe(isDue);
});

test("each week has a number of its own, which all its hours share", () => {
  const week = dueWeek(monday, Date.parse("2026-11-23T07:00:00Z"));
  expect(dueWeek(monday, Date.parse("2026-11-23T12:00:00Z"))).toBe(week);
  expect(dueWeek(monday, Date.parse("2026-11-30T07:00:00Z"))).toBe(Number(week) + 1);
});

test("is due once in the week in which clocks are set back", () => {
  const sunday = { day: "sunday", at: "02:30", timeZone: "Europe/Berlin" } as const;
  const [first, second] = ["2026-10-25T00:30:00Z", "2026-10-25T01:30:00Z"].map((iso) =>
    dueWeek(sunday, Date.parse(iso)),
  );
  expect(first).toBeDefined();
  expect(second).toBe(first);
});
