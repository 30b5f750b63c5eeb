import { keptChromium } from "../support/browser/chromium.ts";
import { describeEveryPage } from "../support/browser/every-look.ts";
import { everyPage } from "../support/browser/every-page.ts";
import { desktop, phone } from "../support/browser/look.ts";

describeEveryPage(await keptChromium(), {
  title: "both themes",
  looks: [
    { theme: "light", language: "tr", viewport: desktop, byKeys: true },
    { theme: "dark", language: "en", viewport: phone, inAllSizes: true },
  ],
  withoutScript: everyPage.slice(0, 1),
});
