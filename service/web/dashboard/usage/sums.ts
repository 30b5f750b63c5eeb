import type { DayRange, Product, UsageRow } from "../frame/content.ts";

/** What was used in all. */
export interface Total {
  readonly requests: number;
  readonly audioSeconds: number;
  readonly characters: number;
}

const DAY_MS = 86_400_000;

export function totalOf(rows: readonly UsageRow[]): Total {
  return {
    requests: sum(rows, ({ requests }) => requests),
    audioSeconds: sum(rows, ({ audioSeconds }) => audioSeconds),
    characters: sum(rows, ({ characters }) => characters),
  };
}

/** The UTC days of a range, the oldest first. */
export function daysOf({ first, last }: DayRange): readonly string[] {
  const firstMs = Date.parse(`${first}T00:00:00Z`);
  const count = Math.round((Date.parse(`${last}T00:00:00Z`) - firstMs) / DAY_MS) + 1;
  return Array.from({ length: count }, (_, index) =>
    new Date(firstMs + index * DAY_MS).toISOString().slice(0, 10),
  );
}

/** A figure of a product on each of some days; 0 where there was none. */
export function series(
  rows: readonly UsageRow[],
  days: readonly string[],
  product: Product,
  figure: (row: UsageRow) => number,
): readonly number[] {
  const ofProduct = rows.filter((row) => row.product === product);
  return days.map((day) =>
    sum(
      ofProduct.filter((row) => row.day === day),
      figure,
    ),
  );
}

/** The keys' rows of a day and product in one, the newest day first. */
export function byDayAndProduct(rows: readonly UsageRow[]): readonly UsageRow[] {
  const groups = Map.groupBy(rows, ({ day, product }) => `${day} ${product}`);
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    return first === undefined ? [] : [{ ...first, keyId: "", ...totalOf(group) }];
  });
}

function sum(rows: readonly UsageRow[], figure: (row: UsageRow) => number): number {
  return rows.reduce((before, row) => before + figure(row), 0);
}
