import type { Page } from "playwright-core";

/** Waits until the status page's script has taken over a page: part by part, the header first and the footer last. */
export async function takenOver(page: Page): Promise<void> {
  if ((await page.locator("#page-state").count()) === 0) return;
  await page.locator('.page-header [aria-haspopup="dialog"]').waitFor();
  await page
    .locator(".page-footer:not(:has(.copied)), .page-footer .copied button")
    .first()
    .waitFor({ state: "attached" });
}
