import type { FigureRange } from "#status-api/page/page-view-figures.ts";

/** The range of charts that goes without saying. */
export const usualRange: FigureRange = "24h";

/** Where the page of a component is, with charts of a range. */
export function componentPath(id: string, range: FigureRange = usualRange): string {
  return `/components/${id}${range === usualRange ? "" : `?range=${range}`}`;
}
