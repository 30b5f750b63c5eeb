import type { JSX } from "preact";
import { renderToString } from "preact-render-to-string";

/** Writes a document as HTML. */
export function writeDocument(document: JSX.Element): string {
  return `<!doctype html>${renderToString(document)}`;
}
