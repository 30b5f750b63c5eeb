import { keptChromium } from "../support/browser/chromium.ts";
import { describeEveryPage } from "../support/browser/every-look.ts";
import { everyPage } from "../support/browser/every-page.ts";
import { desktop } from "../support/browser/look.ts";

describeEveryPage(await keptChromium(), {
  title: "one look",
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
