/** Where a server-rendered page keeps what its script needs to make the very same elements. */
export const PAGE_STATE_ID = "page-state";

/** Reads the state of this page; undefined where it has none. */
export function readPageState(): unknown {
  const json = document.getElementById(PAGE_STATE_ID)?.textContent;
  return json === undefined || json === null ? undefined : JSON.parse(json);
}
