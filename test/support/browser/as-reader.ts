import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { complaintsOf } from "./complaints.ts";

/** Who reads a page. */
interface Reader {
  readonly browser: Browser | undefined;
  /** What their clock shows when they begin. */
  readonly nowMs: number;
  /** Unless these say otherwise, they read English in Istanbul. */
  readonly options: BrowserContextOptions;
  /** Console messages that are no fault. */
  readonly expected?: RegExp | undefined;
}

/** Runs `visit` on a page of a reader's own, and throws when its console complains. */
export async function asReader(
  { browser, nowMs, options, expected }: Reader,
  visit: (page: Page) => Promise<void>,
): Promise<void> {
  if (browser === undefined) throw new Error("these tests need a browser");
  const context = await browser.newContext({
    locale: "en-GB",
    timezoneId: "Europe/Istanbul",
    ...options,
  });
  try {
    const page = await context.newPage();
    await page.clock.install({ time: nowMs });
    const complaints = complaintsOf(page, expected);
    await visit(page);
    if (complaints.length > 0) throw new Error(complaints.join("\n"));
  } finally {
    await context.close();
  }
}
