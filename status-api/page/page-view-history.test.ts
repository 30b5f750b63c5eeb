import { expect, test } from "vitest";
import { isMonth, monthBeside, monthOf } from "./page-view-history.ts";

test("a moment is of the month that UTC has then", () => {
  expect(monthOf(Date.parse("2026-10-31T23:59:59Z"))).toBe("2026-10");
  expect(monthOf(Date.parse("2026-11-01T00:00:00Z"))).toBe("2026-11");
});

test("months lie beside each other across years", () => {
  expect(monthBeside("2026-12", 1)).toBe("2027-01");
  expect(monthBeside("2026-01", -1)).toBe("2025-12");
  expect(monthBeside("2026-02", 1)).toBe("2026-03");
});

test.each(["2026-13", "2026-00", "2026-1", "2026", "26-01", "2026-01-01", "../etc"])(
  "%s is no month",
  (text) => {
    expect(isMonth(text)).toBe(false);
  },
);
