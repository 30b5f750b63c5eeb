import { expect, test } from "vitest";
import type { ConsoleContent } from "#status-api/page/page-view-console.ts";
import { hasForm } from "./console-form.ts";

test.each([
  ["incident", { canPublish: true }, true],
  ["incident", { canPublish: false }, false],
  ["onCall", { canPublish: true, rotas: [{}] }, true],
  ["onCall", { canPublish: true, rotas: [] }, false],
  ["onCall", { canPublish: false, rotas: [{}] }, false],
  ["component", {}, true],
  ["maintenance", { canPublish: true, maintenance: null, actions: [] }, true],
  ["maintenance", { canPublish: true, maintenance: {}, actions: ["start"] }, true],
  ["maintenance", { canPublish: true, maintenance: {}, actions: [] }, false],
  ["maintenance", { canPublish: false, maintenance: null, actions: ["start"] }, false],
  ["overview", { canPublish: true }, false],
])("the page %s with %o has a form: %s", (kind, view, has) => {
  expect(hasForm({ kind, view } as unknown as ConsoleContent)).toBe(has);
});
