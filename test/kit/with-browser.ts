import type { Browser } from "playwright-core";
import { installChromium, launchChromium } from "../support/browser/chromium.ts";

/** Does something with a browser, which is closed behind it; where there is none `name`, an npm script, says how to get one. */
export async function withBrowser(
  name: string,
  work: (browser: Browser) => Promise<void>,
  launch: () => Promise<Browser | undefined> = launchChromium,
): Promise<void> {
  const browser = await launch();
  if (browser === undefined) {
    process.stderr.write(`${name} needs a browser: ${installChromium}\n`);
    process.exitCode = 1;
    return;
  }
  try {
    await work(browser);
  } finally {
    await browser.close();
  }
}
