import type { JSX } from "preact";
import { pageStateId } from "./page-state.ts";

/** The element in which a page hands its state to its script, as JSON; no text in it can end the element. */
export function PageStateScript({ state }: { readonly state: unknown }): JSX.Element {
  const json = JSON.stringify(state).replaceAll("<", "\\u003c");
  return (
    <script type="application/json" id={pageStateId} dangerouslySetInnerHTML={{ __html: json }} />
  );
}
