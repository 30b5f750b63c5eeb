import type { ConsoleContent } from "#status-api/page/page-view-console.ts";

/** The id of a page's form for input; the language switch belongs to it. */
export const FORM_ID = "console-form";

/** Returns whether a page has a form for input. */
export function hasForm(content: ConsoleContent): boolean {
  if (content.kind === "incident") return content.view.canPublish;
  if (content.kind === "onCall") return content.view.canPublish && content.view.rotas.length > 0;
  if (content.kind === "component") return true;
  if (content.kind !== "maintenance") return false;
  const { canPublish, maintenance, actions } = content.view;
  return canPublish && (maintenance === null || actions.length > 0);
}
