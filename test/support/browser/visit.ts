import type { Page } from "playwright-core";

import type { DesignedWebs, SignedInVisitor } from "./designed-webs.ts";
import type { WebPage } from "./every-page.ts";
import { complaintsOf } from "./complaints.ts";
import { servicePageTakenOver, takenOver } from "./taken-over.ts";

/** Where a page is. */
export function addressOf(webs: DesignedWebs, { web, path }: WebPage): URL {
  const tokens: Readonly<Record<string, string>> = {
    token: webs.subscriberToken,
    ...webs.linkTokens,
  };
  const known = path.replace(/\{(\w+)\}/, (place, name: string) => tokens[name] ?? place);
  return new URL(known, webs.urls[web]);
}

/**
 * Opens a page in a window, whatever was open there before, and returns once all of it is there. What it complains of from now
 * on is collected: console errors and warnings, violations of the content security policy among them, and requests to other
 * hosts.
 */
export async function visit(
  page: Page,
  webs: DesignedWebs,
  webPage: WebPage,
  hasScript = true,
): Promise<readonly string[]> {
  const { signedInAs, sends, opens, readyWith } = webPage;
  const address = addressOf(webs, webPage);
  await page.context().clearCookies();
  const visitor = signedInAs && webs.visitor(signedInAs);
  if (visitor !== undefined) {
    const url = new URL(webPage.web === "status" ? "/console" : "/dashboard", address).href;
    await page.context().addCookies([{ ...visitor.session, url }]);
  }
  for (const event of ["console", "pageerror", "request"]) page.removeAllListeners(event);
  const complaints = complaintsOf(page, /the server responded with a status of (?:403|404|410)/);
  page.on("request", (request) => {
    const url = new URL(request.url());
    if (["data:", "blob:"].includes(url.protocol) || url.origin === address.origin) return;
    complaints.push(`asked another host: ${url.href}`);
  });
  await page.goto(address.href, { waitUntil: "load" });
  if (sends !== undefined) await send(page, sends, visitor);
  if (hasScript) {
    if (readyWith !== undefined)
      await page.locator(readyWith).first().waitFor({ state: "attached" });
    await (webPage.web === "status" ? takenOver : servicePageTakenOver)(page);
    if (opens !== undefined) {
      await page.locator(opens).click();
      await page.evaluate(() => scrollTo(0, 0));
    }
    // Effects of a first rendering run after the frame that shows it.
    await page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
  }
  return complaints;
}

/** Fills in the form of a page, sends it and returns once its answer has loaded. */
async function send(
  page: Page,
  fields: Readonly<Record<string, string>>,
  visitor: SignedInVisitor | undefined,
): Promise<void> {
  const form = page.locator("form.sign-in-form");
  for (const [name, value] of Object.entries(fields)) {
    await form.locator(`[name="${name}"]`).fill(value.replace("{code}", visitor?.code ?? ""));
  }
  const answered = page.waitForEvent("load");
  await form.locator("button[type=submit]").click();
  await answered;
}
