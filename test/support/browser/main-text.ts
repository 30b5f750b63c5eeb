import type { Page } from "playwright-core";

/**
 * Returns what a page's main part says, whatever the reader's zone: each time as it is written for programs.
 * Buttons are left out, for they do nothing without a script.
 */
export function mainText(page: Page): Promise<string> {
  return page.evaluate(() => {
    const main = document.querySelector("main");
    if (main === null) throw new Error("the page has no main part");
    const copy = main.cloneNode(true) as HTMLElement;
    for (const time of copy.querySelectorAll("time")) time.replaceWith(time.dateTime);
    for (const other of copy.querySelectorAll("script, button, [role=button]")) other.remove();
    return copy.textContent.replace(/\s+/g, " ").trim();
  });
}
