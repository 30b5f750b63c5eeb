import type { Locator, Page } from "playwright-core";

/** Returns what an open page no longer tells once the reader's own colours are forced on it: which of several is chosen. */
export function unannouncedChoices(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const chosen = '[aria-current]:not([aria-current="false"]), [aria-selected="true"]';
    const looks = (element: Element): string => {
      const { textDecorationLine, fontWeight, outlineStyle, borderStyle, borderWidth } =
        getComputedStyle(element);
      return [textDecorationLine, fontWeight, outlineStyle, borderStyle, borderWidth].join(" ");
    };
    return [...document.querySelectorAll(chosen)].flatMap((element) => {
      const others = [...(element.parentElement?.children ?? [])].filter(
        (other) => other.tagName === element.tagName && !other.matches(chosen),
      );
      return others.some((other) => looks(other) === looks(element))
        ? [`looks like what is not chosen: ${element.outerHTML.slice(0, 120)}`]
        : [];
    });
  });
}

/** Counts the colours that fill at least a hundredth of an element's picture. */
export async function coloursIn(element: Locator): Promise<number> {
  const png = (await element.screenshot()).toString("base64");
  return element.page().evaluate(async (encoded) => {
    const bytes = Uint8Array.from(atob(encoded), (letter) => letter.charCodeAt(0));
    const image = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
    const { width, height } = image;
    const canvas = new OffscreenCanvas(width, height).getContext("2d");
    if (canvas === null) throw new Error("the browser draws nothing");
    canvas.drawImage(image, 0, 0);
    const pixels = new Uint32Array(canvas.getImageData(0, 0, width, height).data.buffer);
    const counts = new Map<number, number>();
    for (const pixel of pixels) counts.set(pixel, (counts.get(pixel) ?? 0) + 1);
    return [...counts.values()].filter((count) => count * 100 >= pixels.length).length;
  }, png);
}
