import type { Page } from "playwright-core";

/** Each font in each size and strength is fetched before the first paint, at a millisecond apiece. */
const maxFonts = 8;

/** Returns the fonts that a page is written in where they are too many, as `16px 600 system-ui, sans-serif`. */
export async function tooManyFonts(page: Page): Promise<string[]> {
  const fonts = await page.evaluate(() => {
    const isShown = (element: Element) => element.getClientRects().length > 0;
    const fontOf = (element: Element) => {
      const { fontSize, fontWeight, fontStyle, fontFamily } = getComputedStyle(element);
      return `${fontSize} ${fontWeight} ${fontStyle} ${fontFamily}`;
    };
    return [...new Set([...document.body.querySelectorAll("*")].filter(isShown).map(fontOf))];
  });
  return fonts.length <= maxFonts ? [] : [`${fonts.length} fonts: ${fonts.join("; ")}`];
}
