import type { Page } from "playwright-core";

/** Returns what makes an open page scroll sideways at its present width; nothing where it does not. */
export function sidewaysScroll(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const root = document.documentElement;
    if (root.scrollWidth <= root.clientWidth) return [];
    const sticksOut = (element: Element) =>
      element.getBoundingClientRect().right > root.clientWidth + 0.5;
    return [...document.body.querySelectorAll("*")]
      .filter((element) => sticksOut(element) && ![...element.children].some(sticksOut))
      .map((element) => {
        const { right } = element.getBoundingClientRect();
        const words = element.outerHTML.slice(0, 120);
        return `sticks out to ${Math.round(right)} of ${root.clientWidth} px: ${words}`;
      })
      .slice(0, 5)
      .concat(`scrolls sideways, ${root.scrollWidth} px in ${root.clientWidth}`);
  });
}
