import type { Page } from "playwright-core";

/** Minimum height for a finger: that of the buttons beside it. */
const MIN_PX = 40;

/** Returns the fields of an open page in which something is typed or chosen and that are lower than a button. */
export function lowFields(page: Page): Promise<string[]> {
  return page.evaluate((minPx) => {
    const others = ["checkbox", "radio", "hidden", "file", "range", "submit", "button"];
    return [...document.querySelectorAll<HTMLElement>("input:not(.hidden), select, textarea")]
      .filter((field) => !(field instanceof HTMLInputElement && others.includes(field.type)))
      .map((field) => ({ field, heightPx: field.getBoundingClientRect().height }))
      .filter(({ heightPx }) => heightPx > 1 && heightPx < minPx)
      .map(
        ({ field, heightPx }) =>
          `${Math.round(heightPx)} px high: ${field.outerHTML.slice(0, 120)}`,
      );
  }, MIN_PX);
}
