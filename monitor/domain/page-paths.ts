import { CONSOLE_PATHS } from "./console-paths.ts";
import { DEFAULT_RANGE, type FigureRange } from "./figure-ranges.ts";

/** The paths of the pages that readers see, as the server takes them and pages, mails and feeds link to them. */

/** Returns the path of a component's page, with charts of a range. */
export function componentPath(id: string, range: FigureRange = DEFAULT_RANGE): string {
  return `/components/${id}${range === DEFAULT_RANGE ? "" : `?range=${range}`}`;
}

/** Returns the path of an incident or a maintenance. */
export function statusEventPath(id: string): string {
  return `/incidents/${id}`;
}

/** Returns the path of a month's history, for one component or for all. */
export function historyPath(month?: string, component: string | null = null): string {
  const query = component === null ? "" : `?component=${encodeURIComponent(component)}`;
  return `/history${month === undefined ? "" : `/${month}`}${query}`;
}

/** The paths of reports and of their files; `ending` follows the month. */
export interface ReportPaths {
  readonly page: (month: string) => string;
  readonly file: (month: string, ending: string) => string;
}

/** The public reports. */
export const publicReports: ReportPaths = {
  page: (month) => `/reports/${month}`,
  file: (month, ending) => `/api/v2/reports/${month}${ending}`,
};

/** The reports of people on call. */
export const consoleReports: ReportPaths = {
  page: (month) => `${CONSOLE_PATHS.reports}/${month}`,
  file: (month, ending) => `${CONSOLE_PATHS.reports}/${month}${ending}`,
};

/** Feeds and the calendar of all incidents and maintenance; one maintenance has a calendar too, below its own path. */
export const FEED_PATHS = {
  atom: "/history.atom",
  rss: "/history.rss",
  calendar: "/maintenance.ics",
} as const;

export const SUBSCRIBE_PATH = "/subscribe";

/** Returns the path of the subscription page for one way of being notified, about one incident or about all. */
export function pathOfWay(way: string, statusEventId?: string): string {
  return `${SUBSCRIBE_PATH}?channel=${way}${statusEventId === undefined ? "" : `&incident=${statusEventId}`}`;
}

/** Returns the path of the page to subscribe to one incident or maintenance. */
export function subscribeToPath(statusEventId: string): string {
  return `${SUBSCRIBE_PATH}?incident=${statusEventId}`;
}
