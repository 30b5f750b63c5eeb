/** Page Up and Page Down move by a 24th of a chart, but by at least this many steps. */
const MIN_PAGE_STEPS = 24;

/** Returns the index that a key moves to among `count` moments; undefined for other keys. */
export function chartStepOf(
  { key, altKey, ctrlKey, metaKey }: Pick<KeyboardEvent, "key" | "altKey" | "ctrlKey" | "metaKey">,
  index: number,
  count: number,
): number | undefined {
  if (altKey || ctrlKey || metaKey) return undefined;
  const pageSteps = Math.max(MIN_PAGE_STEPS, Math.round(count / 24));
  const targets: Readonly<Record<string, number>> = {
    ArrowLeft: index - 1,
    ArrowDown: index - 1,
    ArrowRight: index + 1,
    ArrowUp: index + 1,
    PageDown: index - pageSteps,
    PageUp: index + pageSteps,
    Home: 0,
    End: count - 1,
  };
  const target = targets[key];
  return target === undefined ? undefined : Math.min(Math.max(target, 0), count - 1);
}
