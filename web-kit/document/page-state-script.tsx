import type { JSX } from "preact";
import { PAGE_STATE_ID } from "./page-state.ts";

/** The element in which a page passes its state to its script. */
export function PageStateScript({ state }: { readonly state: unknown }): JSX.Element {
  return <JsonScript id={PAGE_STATE_ID} value={state} />;
}

/** An element in which a page passes a value to its script as JSON, escaped so that no text in it can end the element. */
export function JsonScript({ id, value }: { id: string; value: unknown }): JSX.Element {
  const json = JSON.stringify(value).replaceAll("<", "\\u003c");
  return <script type="application/json" id={id} dangerouslySetInnerHTML={{ __html: json }} />;
}
