/** How far back the charts of a component go, as their URL says it. */
export const FIGURE_RANGES = ["24h", "7d", "30d", "90d"] as const;
export type FigureRange = (typeof FIGURE_RANGES)[number];

/** The range of a URL without the parameter. */
export const DEFAULT_RANGE: FigureRange = "24h";
