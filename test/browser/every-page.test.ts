import { keptChromium } from "../support/browser/chromium.ts";
import { describeEveryPage } from "../support/browser/every-look.ts";
import { everyPage } from "../support/browser/every-page.ts";
import { desktop } from "../support/browser/look.ts";

/** One of each kind; `npm run test:long` looks at all. */
const NAMES: readonly string[] = ["status", "console-incident", "dashboard-keys"];

describeEveryPage(await keptChromium(), {
  pages: everyPage.filter(({ name }) => NAMES.includes(name)),
  looks: [
    {
      theme: "light",
      language: "tr",
      viewport: desktop,
      byKeys: true,
      coloursInTheme: "dark",
      inAllSizes: true,
    },
  ],
  withoutScript: everyPage.slice(0, 1),
});
