import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { complaintsOf } from "./complaints.ts";
import { servicePageTakenOver } from "./taken-over.ts";

/** A page of the dashboard that was opened, and what it complained of since. */
export interface OpenedDashboard extends AsyncDisposable {
  readonly page: Page;
  /** Console errors and warnings, violations of the content security policy among them. */
  readonly complaints: readonly string[];
}

/** Opens an address of the service, in English unless told otherwise, with the session of a cookie; returns once it can be used. */
export async function openDashboard(
  browser: Browser | undefined,
  address: string,
  { cookie, ...options }: BrowserContextOptions & { readonly cookie?: string } = {},
): Promise<OpenedDashboard> {
  if (browser === undefined) throw new Error("these tests need a browser");
  const context = await browser.newContext({
    locale: "en-GB",
    viewport: { width: 1280, height: 900 },
    acceptDownloads: true,
    ...options,
  });
  const [name, value] = cookie?.split("=") ?? [];
  if (name !== undefined && value !== undefined) {
    await context.addCookies([{ name, value, url: `${new URL(address).origin}/dashboard` }]);
  }
  const page = await context.newPage();
  const complaints = complaintsOf(page);
  await page.goto(address);
  if (options.javaScriptEnabled !== false) await servicePageTakenOver(page);
  return { page, complaints, [Symbol.asyncDispose]: () => context.close() };
}
