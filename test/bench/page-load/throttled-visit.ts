import type { Browser, BrowserContext, CDPSession, Page } from "playwright-core";

/** What a first visit cost; times are milliseconds since the visit began, sizes are bytes as they were sent. */
export interface PageLoad {
  readonly firstContentfulPaintMs: number;
  readonly largestContentfulPaintMs: number;
  readonly layoutShift: number;
  /** How long each task took that kept the page from answering for more than 50 ms. */
  readonly longTasksMs: readonly number[];
  readonly documentBytes: number;
  readonly scriptBytes: number;
  readonly styleBytes: number;
}

/** A cookie that the visitor brings along. */
export interface Cookie {
  readonly name: string;
  readonly value: string;
}

/** A slow phone on a slow line, as Lighthouse's mobile profile has it. */
const line = { latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 };
const processorSlowdown = 4;
const phone = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, isMobile: true };

/** So long after the last thing that happened, a page counts as loaded. */
const quietMs = 1_500;

declare global {
  var pageLoad: { firstPaint: number; largestPaint: number; shift: number; tasks: number[] };
}

/** Visits an address with an empty cache on a slow phone and says what that took. */
export async function throttledVisit(
  browser: Browser,
  url: string,
  cookie?: Cookie,
): Promise<PageLoad> {
  return withSlowPage(browser, url, cookie, async (page) => {
    await page.goto(url, { waitUntil: "load" });
    await page.waitForTimeout(quietMs);
    return page.evaluate(figures);
  });
}

/** Opens a page that is throttled and watches itself, in a window of its own that knows nothing yet. */
export async function withSlowPage<Value>(
  browser: Browser,
  url: string,
  cookie: Cookie | undefined,
  use: (page: Page) => Promise<Value>,
): Promise<Value> {
  const context: BrowserContext = await browser.newContext({ ...phone, locale: "en-GB" });
  try {
    if (cookie !== undefined) await context.addCookies([{ ...cookie, url }]);
    const page = await context.newPage();
    await page.addInitScript(watch);
    await throttle(await context.newCDPSession(page));
    return await use(page);
  } finally {
    await context.close();
  }
}

async function throttle(session: CDPSession): Promise<void> {
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", { offline: false, ...line });
  await session.send("Emulation.setCPUThrottlingRate", { rate: processorSlowdown });
}

function watch(): void {
  globalThis.pageLoad = { firstPaint: Number.NaN, largestPaint: Number.NaN, shift: 0, tasks: [] };
  const { pageLoad } = globalThis;
  const observe = (type: string, take: (entry: PerformanceEntry) => void): void => {
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) take(entry);
    }).observe({ type, buffered: true });
  };
  observe("paint", ({ name, startTime }) => {
    if (name === "first-contentful-paint") pageLoad.firstPaint = startTime;
  });
  observe("largest-contentful-paint", ({ startTime }) => (pageLoad.largestPaint = startTime));
  observe("layout-shift", (entry) => {
    if ("value" in entry) pageLoad.shift += Number(entry.value);
  });
  observe("longtask", ({ duration }) => pageLoad.tasks.push(duration));
}

async function figures(): Promise<PageLoad> {
  const { pageLoad } = globalThis;
  const resources = performance.getEntriesByType("resource") as PerformanceResourceTiming[];
  const [navigation] = performance.getEntriesByType("navigation") as PerformanceResourceTiming[];
  /** What the page carries itself is as large as it would be by itself. */
  const ownStyleBytes = async (): Promise<number> => {
    const styles = [...document.querySelectorAll("style")].map(({ textContent }) => textContent);
    if (styles.length === 0) return 0;
    const compressed = new Blob(styles).stream().pipeThrough(new CompressionStream("gzip"));
    return (await new Response(compressed).arrayBuffer()).byteLength;
  };
  const bytesOf = (ending: string): number =>
    resources
      .filter(({ name }) => new URL(name).pathname.endsWith(ending))
      .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0);
  return {
    firstContentfulPaintMs: pageLoad.firstPaint,
    largestContentfulPaintMs: pageLoad.largestPaint,
    layoutShift: pageLoad.shift,
    longTasksMs: pageLoad.tasks,
    documentBytes: navigation?.encodedBodySize ?? Number.NaN,
    scriptBytes: bytesOf(".js"),
    styleBytes: bytesOf(".css") + (await ownStyleBytes()),
  };
}
