import { keptChromium } from "../support/browser/chromium.ts";
import { describeEveryPage } from "../support/browser/every-look.ts";
import { everyPage } from "../support/browser/every-page.ts";
import { desktop, phone } from "../support/browser/look.ts";

describeEveryPage(await keptChromium(), {
  pages: everyPage,
  // Each theme meets each language, and both meet a desktop and a phone.
  looks: [
    { theme: "light", language: "tr", viewport: desktop, byKeys: true, inAllSizes: true },
    { theme: "light", language: "en", viewport: phone, inAllSizes: true },
    { theme: "dark", language: "tr", viewport: phone, byKeys: true },
    { theme: "dark", language: "en", viewport: desktop, inForcedColours: true },
  ],
  withoutScript: everyPage.filter(({ isCompleteWithoutScript }) => isCompleteWithoutScript),
});
