import { DAY_MS } from "#units/time.ts";
import type { DayRange, UsageRow } from "../frame/content.ts";

/** The figures that are added up. */
export type Total = Pick<UsageRow, "requests" | "audioSeconds" | "characters">;

/** The id of the group that combines all other rows. */
export const OTHERS = "others";

export function totalOf(rows: readonly UsageRow[]): Total {
  return {
    requests: sum(rows, "requests"),
    audioSeconds: sum(rows, "audioSeconds"),
    characters: sum(rows, "characters"),
  };
}

/** Returns the UTC days of a range, oldest first. */
export function daysOf({ first, last }: DayRange): readonly string[] {
  // `Date.parse` reads dates without a time as UTC.
  const firstMs = Date.parse(first);
  return Array.from({ length: (Date.parse(last) - firstMs) / DAY_MS + 1 }, (_, index) =>
    new Date(firstMs + index * DAY_MS).toISOString().slice(0, 10),
  );
}

/** Returns a figure's sum on each day; 0 where there was none. */
export function series(
  rows: readonly UsageRow[],
  days: readonly string[],
  figure: keyof Total,
): readonly number[] {
  const ofDay = Map.groupBy(rows, ({ day }) => day);
  return days.map((day) => sum(ofDay.get(day) ?? [], figure));
}

/** Rows of the same product or key; those of `others` are mixed. */
export interface RowGroup {
  readonly id: string;
  readonly rows: readonly UsageRow[];
}

/** Groups rows by product or key, most requests first; with more than `max` groups, the last combines the `others`. */
export function groupsOf(
  rows: readonly UsageRow[],
  by: "product" | "keyId",
  max: number,
): readonly RowGroup[] {
  const groups = [...Map.groupBy(rows, (row) => row[by])]
    .map(([id, ofGroup]): RowGroup => ({ id, rows: ofGroup }))
    .toSorted((one, other) => sum(other.rows, "requests") - sum(one.rows, "requests"));
  if (groups.length <= max) return groups;
  const others = groups.slice(max - 1).flatMap((group) => group.rows);
  return [...groups.slice(0, max - 1), { id: OTHERS, rows: others }];
}

/** Combines the rows of all keys per day and product; keeps the order of days, newest first. */
export function byDayAndProduct(rows: readonly UsageRow[]): readonly UsageRow[] {
  const groups = Map.groupBy(rows, ({ day, product }) => `${day} ${product}`);
  return [...groups.values()].flatMap((group) =>
    group.slice(0, 1).map((first) => ({ ...first, keyId: "", ...totalOf(group) })),
  );
}

function sum(rows: readonly UsageRow[], figure: keyof Total): number {
  return rows.reduce((before, row) => before + row[figure], 0);
}
