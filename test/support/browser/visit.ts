import type { BrowserContext, Page } from "playwright-core";

import type { DesignedWebs } from "./designed-webs.ts";
import type { WebPage } from "./every-page.ts";
import { complaintsOf } from "./complaints.ts";
import { servicePageTakenOver, takenOver } from "./taken-over.ts";

/** A page that was opened, and what it complained of since. */
export interface Visit {
  readonly page: Page;
  /** Console errors and warnings, violations of the content security policy among them, and requests to other hosts. */
  readonly complaints: readonly string[];
}

/** Where a page is. */
export function addressOf(webs: DesignedWebs, { web, path }: WebPage): URL {
  return new URL(path.replace("{token}", webs.subscriberToken), webs.urls[web]);
}

/** Opens a page and returns once all of it is there. */
export async function visit(
  context: BrowserContext,
  webs: DesignedWebs,
  webPage: WebPage,
  hasScript = true,
): Promise<Visit> {
  const { isSignedIn = false, readyWith } = webPage;
  const address = addressOf(webs, webPage);
  await context.clearCookies();
  if (isSignedIn) {
    await context.addCookies([{ ...webs.session, url: new URL("/dashboard", address).href }]);
  }
  const page = await context.newPage();
  const complaints = complaintsOf(page, /the server responded with a status of 404/);
  page.on("request", (request) => {
    const url = new URL(request.url());
    if (["data:", "blob:"].includes(url.protocol) || url.origin === address.origin) return;
    complaints.push(`asked another host: ${url.href}`);
  });
  await page.goto(address.href, { waitUntil: "load" });
  if (hasScript) {
    if (readyWith !== undefined)
      await page.locator(readyWith).first().waitFor({ state: "attached" });
    await (webPage.web === "status" ? takenOver : servicePageTakenOver)(page);
    // Effects of a first rendering run after the frame that shows it.
    await page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
  }
  return { page, complaints };
}
