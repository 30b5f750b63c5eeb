import type { Language } from "#web-kit/language/languages.ts";
import type { Browser, BrowserContext, BrowserContextOptions } from "playwright-core";

/** How somebody looks at pages: theme, language, size of the window in CSS pixels. */
export interface Look {
  readonly theme: "light" | "dark";
  readonly language: Language;
  readonly viewport: { readonly width: number; readonly height: number };
}

export const desktop = { width: 1280, height: 800 };
export const phone = { width: 390, height: 844 };

/** Opens a browser's window on a look, for somebody in Istanbul who wants little motion, at a clock that shows `nowMs`. */
export async function openLook(
  browser: Browser,
  { theme, language, viewport }: Look,
  nowMs: number,
  options: BrowserContextOptions = {},
): Promise<BrowserContext> {
  const context = await browser.newContext({
    colorScheme: theme,
    locale: language === "tr" ? "tr-TR" : "en-GB",
    timezoneId: "Europe/Istanbul",
    reducedMotion: "reduce",
    viewport,
    ...options,
  });
  if (options.javaScriptEnabled !== false) await context.clock.setFixedTime(nowMs);
  return context;
}
