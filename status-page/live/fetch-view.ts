import type { FetchView } from "./page-model.ts";

const fetchTimeoutMs = 10_000;

/** Asks the server for the view of the page at a path; rejects when it has none to give. */
export const fetchView: FetchView = async (path) => {
  const response = await fetch(dataPathOf(path), {
    cache: "no-cache",
    signal: AbortSignal.timeout(fetchTimeoutMs),
  });
  if (!response.ok) throw new Error(`status ${response.status}`);
  return response.json();
};

/** Returns where the data of a page is: `page.json` below its path. */
export function dataPathOf(path: string): string {
  const [place = "", query] = path.split("?");
  return `${place.replace(/\/$/, "")}/page.json${query === undefined ? "" : `?${query}`}`;
}
