import type { DayRange, Product, UsageRow } from "../frame/content.ts";

/** The figures that are added up. */
export type Total = Pick<UsageRow, "requests" | "audioSeconds" | "characters">;

const DAY_MS = 86_400_000;

export function totalOf(rows: readonly UsageRow[]): Total {
  return {
    requests: sum(rows, "requests"),
    audioSeconds: sum(rows, "audioSeconds"),
    characters: sum(rows, "characters"),
  };
}

/** The UTC days of a range, the oldest first. */
export function daysOf({ first, last }: DayRange): readonly string[] {
  // Days without a time are read as UTC.
  const firstMs = Date.parse(first);
  return Array.from({ length: (Date.parse(last) - firstMs) / DAY_MS + 1 }, (_, index) =>
    new Date(firstMs + index * DAY_MS).toISOString().slice(0, 10),
  );
}

/** A figure of a product on each of some days; 0 where there was none. */
export function series(
  rows: readonly UsageRow[],
  days: readonly string[],
  product: Product,
  figure: keyof Total,
): readonly number[] {
  const rowsOn = (day: string) => rows.filter((row) => row.product === product && row.day === day);
  return days.map((day) => sum(rowsOn(day), figure));
}

/** The keys' rows of a day and product in one, the newest day first. */
export function byDayAndProduct(rows: readonly UsageRow[]): readonly UsageRow[] {
  const groups = Map.groupBy(rows, ({ day, product }) => `${day} ${product}`);
  return [...groups.values()].flatMap((group) =>
    group.slice(0, 1).map((first) => ({ ...first, keyId: "", ...totalOf(group) })),
  );
}

function sum(rows: readonly UsageRow[], figure: keyof Total): number {
  return rows.reduce((before, row) => before + row[figure], 0);
}
