import type { Browser, BrowserContextOptions, Page } from "playwright-core";

import { ownDatabase } from "../databases/every-database.ts";
import { Subscribing } from "../status-api/subscribing.ts";
import { complaintsOf } from "./complaints.ts";

/** A status page that one may subscribe at, and readers of it in a browser, each a client of its own. */
export class SubscribingReaders implements AsyncDisposable {
  readonly at: Subscribing;
  readonly #browser: Browser;
  readonly #resources: AsyncDisposableStack;
  #clients = 0;

  private constructor(at: Subscribing, browser: Browser, resources: AsyncDisposableStack) {
    this.at = at;
    this.#browser = browser;
    this.#resources = resources;
  }

  /** Starts the status page. */
  static async start(browser: Browser | undefined): Promise<SubscribingReaders> {
    if (browser === undefined) throw new Error("these tests need a browser");
    await using stack = new AsyncDisposableStack();
    const home = stack.use(await ownDatabase("status"));
    const at = stack.use(await Subscribing.start(home));
    return new SubscribingReaders(at, browser, stack.move());
  }

  /** The address that the newest client is known by. */
  get client(): string {
    return `198.51.100.${this.#clients}`;
  }

  /** Runs `visit` on a page of its own client, and fails when its console complains of anything but refusals. */
  async withPage(
    options: BrowserContextOptions,
    visit: (page: Page) => Promise<void>,
  ): Promise<void> {
    this.#clients += 1;
    const context = await this.#browser.newContext({
      locale: "en-GB",
      extraHTTPHeaders: { "x-forwarded-for": this.client },
      ...options,
    });
    try {
      const page = await context.newPage();
      const complaints = complaintsOf(page, /^Failed to load resource/);
      await visit(page);
      if (complaints.length > 0) throw new Error(complaints.join("\n"));
    } finally {
      await context.close();
    }
  }

  async go(page: Page, path: string): Promise<void> {
    await page.goto(this.at.url(path).href);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#resources.disposeAsync();
  }
}
