/** Where a server-rendered page keeps what its script needs to make the very same elements. */
export const pageStateId = "page-state";

/** Writes a state as JSON for a `<script type="application/json">`; no text in it can end that element. */
export function pageStateJson(state: unknown): string {
  return JSON.stringify(state).replaceAll("<", "\\u003c");
}

/** Reads the state of this page; undefined where it has none. */
export function readPageState(): unknown {
  const json = document.getElementById(pageStateId)?.textContent;
  return json === undefined || json === null ? undefined : JSON.parse(json);
}
