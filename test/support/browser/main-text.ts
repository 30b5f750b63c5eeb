import type { Page } from "playwright-core";

/**
 * Returns what a page's main part says, word by word, whatever the reader's zone: each time as it is written for programs.
 * Buttons are left out, for they do nothing without a script.
 */
export function mainText(page: Page): Promise<string> {
  return page.evaluate(() => {
    const main = document.querySelector("main");
    if (main === null) throw new Error("the page has no main part");
    const copy = main.cloneNode(true) as HTMLElement;
    for (const time of copy.querySelectorAll("time")) time.replaceWith(time.dateTime);
    for (const other of copy.querySelectorAll("script, button, [role=button]")) other.remove();
    const texts: string[] = [];
    const walker = document.createTreeWalker(copy, NodeFilter.SHOW_TEXT);
    while (walker.nextNode() !== null) texts.push(walker.currentNode.textContent ?? "");
    return texts.join(" ").replace(/\s+/g, " ").trim();
  });
}
