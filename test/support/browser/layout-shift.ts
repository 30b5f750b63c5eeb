import type { Page } from "playwright-core";

/**
 * Smaller ones come of a page that is painted while it still arrives: a column of the footer finds its place. A line that
 * a script adds to a phone's page is more.
 */
const minShift = 0.02;

/** Returns what moved in a page since it was opened without anybody touching it. */
export function layoutShift(page: Page): Promise<string[]> {
  return page.evaluate(
    (min) =>
      new Promise<string[]>((done) => {
        const moved: string[] = [];
        const observer = new PerformanceObserver((list) => take(list.getEntries()));
        const take = (entries: readonly PerformanceEntry[]): void => {
          for (const entry of entries as readonly LayoutShift[]) {
            if (entry.value < min) continue;
            const nodes = entry.sources.map(({ node }) =>
              node instanceof Element ? node.outerHTML.slice(0, 120) : String(node?.textContent),
            );
            moved.push(`shifts by ${entry.value.toFixed(3)}: ${nodes.join(" and ")}`);
          }
        };
        observer.observe({ type: "layout-shift", buffered: true });
        // What is kept is handed over before the second frame from now.
        requestAnimationFrame(() =>
          requestAnimationFrame(() => {
            take(observer.takeRecords());
            observer.disconnect();
            done(moved);
          }),
        );
      }),
    minShift,
  );
}

/** https://wicg.github.io/layout-instability/#sec-layout-shift */
interface LayoutShift extends PerformanceEntry {
  readonly value: number;
  readonly sources: readonly { readonly node: Node | null }[];
}
