import axeCore from "axe-core";
import type { Page } from "playwright-core";

/** WCAG 2.2 A and AA, and what axe recommends beside it. */
const options = {
  runOnly: [
    "wcag2a",
    "wcag2aa",
    "wcag21a",
    "wcag21aa",
    "wcag22aa",
    "best-practice",
  ] satisfies string[],
  // Off unless asked for by name.
  rules: { "target-size": { enabled: true } },
  resultTypes: ["violations"] satisfies ["violations"],
};

/** Windows in which axe has run. */
const known = new WeakSet<Page>();

/** Returns what axe finds wrong with an open page, one line for each element; of chosen rules alone where some are named. */
export async function axeFaults(page: Page, rules?: readonly string[]): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in globalThis))) await bringAxe(page);
  return page.evaluate(
    async (chosen) => {
      const { violations } = await globalThis.axe.run(document, chosen);
      return violations.flatMap(({ id, nodes }) =>
        nodes.map((node) => `axe ${id}: ${node.html.slice(0, 160)} (${node.failureSummary ?? ""})`),
      );
    },
    rules === undefined ? options : { ...options, runOnly: [...rules] },
  );
}

/** Evaluated, because the page's content security policy rightly lets no other script in. */
async function bringAxe(page: Page): Promise<void> {
  await page.evaluate(axeCore.source);
  // A window that goes from page to page finds it compiled in those that follow, which takes a third of the time.
  if (known.has(page)) await page.addInitScript(axeCore.source);
  known.add(page);
}

declare global {
  var axe: typeof axeCore;
}
