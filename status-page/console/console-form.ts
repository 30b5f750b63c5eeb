import type { ConsoleContent } from "#status-api/page/page-view-console.ts";

/** The one form of a page that somebody writes in; the switch of languages belongs to it. */
export const FORM_ID = "console-form";

/** Tells whether a page has a form that somebody writes in. */
export function hasForm(content: ConsoleContent): boolean {
  if (content.kind === "incident") return content.view?.canPublish === true;
  if (content.kind === "component") return content.view !== null;
  if (content.kind !== "maintenance" || content.view === null) return false;
  const { canPublish, maintenance, actions } = content.view;
  return canPublish && (maintenance === null || actions.length > 0);
}
