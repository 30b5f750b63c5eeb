import { WEEK_DAYS } from "#units/time.ts";
const MONTH_DAYS = 30;

/**
 * Returns the index that a key moves to in a strip of `count` days; undefined for other keys.
 *
 * Up and down move by a row where the strip has several, otherwise by a week.
 */
export function stepOf(
  { key, altKey, ctrlKey, metaKey }: Pick<KeyboardEvent, "key" | "altKey" | "ctrlKey" | "metaKey">,
  index: number,
  count: number,
  columns: number,
): number | undefined {
  if (altKey || ctrlKey || metaKey) return undefined;
  const rowDays = columns < count ? columns : WEEK_DAYS;
  const targets: Readonly<Record<string, number>> = {
    ArrowLeft: index - 1,
    ArrowRight: index + 1,
    ArrowUp: index - rowDays,
    ArrowDown: index + rowDays,
    PageUp: index - MONTH_DAYS,
    PageDown: index + MONTH_DAYS,
    Home: 0,
    End: count - 1,
  };
  const target = targets[key];
  if (target === undefined) return undefined;
  return Math.min(Math.max(target, 0), count - 1);
}
