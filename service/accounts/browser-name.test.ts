import { expect, test } from "vitest";
import { browserName } from "./browser-name.ts";

test.each([
  [
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36",
    { browser: "Chrome 130", system: "Windows" },
  ],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1",
    { browser: "Safari 18", system: "iOS" },
  ],
  [
    "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0",
    { browser: "Firefox 145", system: "Linux" },
  ],
  ["node", { browser: undefined, system: undefined }],
  ["", { browser: undefined, system: undefined }],
])("%s is read", (userAgent, name) => {
  expect(browserName(userAgent)).toEqual(name);
});
