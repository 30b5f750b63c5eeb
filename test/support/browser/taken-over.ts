import type { Page } from "playwright-core";

/** Waits until the status page's script has taken over a page: its parts in their order, then what is within them. */
export async function takenOver(page: Page): Promise<void> {
  if ((await page.locator("#page-state").count()) === 0) return;
  if ((await page.locator("#subscribe").count()) > 0) return subscribePageTakenOver(page);
  await page.locator('.page-header [aria-haspopup="dialog"]').waitFor();
  await page
    .locator(".page-footer:not(:has(.copied)), .page-footer .copied button")
    .first()
    .waitFor({ state: "attached" });
  // Marks of days are links until a script makes buttons of them.
  await page.locator(".strip > a:not([role])").first().waitFor({ state: "detached" });
}

/** Waits until the script answers on the page where people subscribe, most of which looks the same before. */
export async function subscribePageTakenOver(page: Page): Promise<void> {
  await page.locator("#subscribe[data-taken-over]").waitFor();
}

/** What a page of the speech service shows only until its script has taken it over. */
const notTakenOver = [
  // Room for what needs a script.
  ".copy-slot:empty",
  ".speak-slot:empty",
  "#copy-page:empty",
  // The list that the renderer of the reference takes the place of.
  ".reference-list",
  // What needs a script and cannot be used yet.
  ".hero-play:disabled",
  ".with-script:disabled",
  ".with-script :disabled",
  ".command button:disabled",
  // Times that are not the reader's.
  'main time:has-text("UTC")',
].join(", ");

/** Waits until the speech service's script has taken over every part of a page. */
export async function servicePageTakenOver(page: Page): Promise<void> {
  await page.locator(notTakenOver).first().waitFor({ state: "detached" });
}
