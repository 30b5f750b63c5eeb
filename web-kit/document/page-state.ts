/** The id of the element with the state from which a page's script renders the same elements as the server. */
export const PAGE_STATE_ID = "page-state";

/** Reads the state of this page; returns undefined where it has none. */
export function readPageState(): unknown {
  const json = document.getElementById(PAGE_STATE_ID)?.textContent;
  return json === undefined || json === null ? undefined : JSON.parse(json);
}
