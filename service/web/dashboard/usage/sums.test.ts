import { expect, test } from "vitest";
import type { UsageRow } from "../frame/content.ts";
import { byDayAndProduct, daysOf, groupsOf, series, totalOf } from "./sums.ts";

const row = (
  day: string,
  product: UsageRow["product"],
  keyId: string,
  amount: number,
): UsageRow => ({
  day,
  product,
  keyId,
  requests: 1,
  audioSeconds: product === "speech" ? 0 : amount,
  characters: product === "speech" ? amount : 0,
});
const rows = [
  row("2026-03-01", "speech", "a", 10),
  row("2026-03-01", "speech", "b", 5),
  row("2026-02-28", "speech", "a", 1),
  row("2026-02-28", "stream", "a", 2.5),
];

test("days are filled in, over the end of a month too", () => {
  const days = daysOf({ first: "2026-02-27", last: "2026-03-01" });
  expect(days).toEqual(["2026-02-27", "2026-02-28", "2026-03-01"]);
  expect(series(rows, days, "characters")).toEqual([0, 1, 15]);
});

test("keys are summed by day and product, and all in all", () => {
  expect(
    byDayAndProduct(rows).map(({ day, product, requests }) => [day, product, requests]),
  ).toEqual([
    ["2026-03-01", "speech", 2],
    ["2026-02-28", "speech", 1],
    ["2026-02-28", "stream", 1],
  ]);
  expect(totalOf(rows)).toEqual({ requests: 4, audioSeconds: 2.5, characters: 16 });
});

test("groups are the busiest first, and the least busy are one", () => {
  const ids = (by: "product" | "keyId", max: number) =>
    groupsOf(rows, by, max).map(({ id, rows: { length } }) => [id, length]);
  expect(ids("product", 4)).toEqual([
    ["speech", 3],
    ["stream", 1],
  ]);
  const more = ["c", "d"].map((keyId) => row("2026-03-01", "stream", keyId, 1));
  expect(groupsOf([...rows, ...more], "keyId", 3).map(({ id }) => id)).toEqual([
    "a",
    "b",
    "others",
  ]);
  expect(groupsOf([...rows, ...more], "keyId", 3).at(-1)?.rows).toEqual(more);
});
