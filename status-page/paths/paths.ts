import type { FigureRange } from "#status-api/page/page-view-figures.ts";
import type { Way } from "#status-api/page/subscriber-content.ts";

/** The range that needs no parameter. */
const DEFAULT_RANGE: FigureRange = "24h";

/** Where the page of a component is, with charts of a range. */
export function componentPath(id: string, range: FigureRange = DEFAULT_RANGE): string {
  return `/components/${id}${range === DEFAULT_RANGE ? "" : `?range=${range}`}`;
}

export function statusEventPath(id: string): string {
  return `/incidents/${id}`;
}

/** Where the history of a month is, of one component or of all. */
export function historyPath(month?: string, component: string | null = null): string {
  const query = component === null ? "" : `?component=${component}`;
  return `/history${month === undefined ? "" : `/${month}`}${query}`;
}

/** Where reports are, and their files by what follows the month. */
export interface ReportPaths {
  readonly page: (month: string) => string;
  readonly file: (month: string, ending: string) => string;
}

/** The reports that everybody may see. */
export const publicReports: ReportPaths = {
  page: (month) => `/reports/${month}`,
  file: (month, ending) => `/api/v2/reports/${month}${ending}`,
};

/** The reports of people on call. */
export const consoleReports: ReportPaths = {
  page: (month) => `/console/reports/${month}`,
  file: (month, ending) => `/console/reports/${month}${ending}`,
};

export const SUBSCRIBE_PATH = "/subscribe";

/** Returns where the page with one way of being notified is, of one incident or of all. */
export function pathOfWay(way: Way, statusEventId?: string): string {
  return `${SUBSCRIBE_PATH}?channel=${way}${statusEventId === undefined ? "" : `&incident=${statusEventId}`}`;
}

/** Returns where people subscribe to one incident or maintenance. */
export function subscribeToPath(statusEventId: string): string {
  return `${SUBSCRIBE_PATH}?incident=${statusEventId}`;
}
