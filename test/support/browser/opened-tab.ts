import type { Page } from "playwright-core";

/**
 * Runs `press` and returns the address that it opened in another tab. Asked of the browser, because Playwright hears nothing
 * of one tab in ten: of those whose document comes while it attaches to them.
 */
export async function openedTab(page: Page, press: () => Promise<void>): Promise<string> {
  const browser = page.context().browser();
  if (browser === null) throw new Error("the page belongs to no browser");
  const session = await browser.newBrowserCDPSession();
  const { targetInfos } = await session.send("Target.getTargets");
  const before = new Set(targetInfos.map(({ targetId }) => targetId));
  const { promise: opened, resolve } = Promise.withResolvers<string>();
  session.on("Target.targetInfoChanged", ({ targetInfo: { targetId, type, url } }) => {
    if (type === "page" && !before.has(targetId) && url.startsWith("http")) resolve(url);
  });
  await session.send("Target.setDiscoverTargets", { discover: true });
  await press();
  const address = await opened;
  await session.detach();
  return address;
}
