import { expect, test } from "vitest";
import { forEachLanguage, languages } from "../web-kit/language/languages.ts";
import { pageFiles } from "./page-files.ts";

const manifest = {
  "site/home.tsx": {
    file: "assets/home-1.js",
    name: "home",
    isEntry: true,
    imports: ["_frame.js", "_signals.js"],
    dynamicImports: [
      "site/chart.ts",
      ...languages.map((language) => `languages/${language}/home.json`),
    ],
    css: ["assets/home-1.css"],
    assets: ["assets/photo-1.png"],
  },
  "site/about.tsx": { file: "assets/about-1.js", name: "about", isEntry: true },
  "site/chart.ts": { file: "assets/chart-1.js", name: "chart", isDynamicEntry: true },
  ...Object.fromEntries(
    languages.map((language) => [
      `languages/${language}/home.json`,
      { file: `assets/home-${language}.js`, isDynamicEntry: true },
    ]),
  ),
  "_frame.js": {
    file: "assets/frame-1.js",
    name: "frame",
    imports: ["_signals.js"],
    css: ["assets/frame-1.css"],
    assets: ["assets/letters-1.woff2"],
  },
  "_signals.js": { file: "assets/signals-1.js", name: "signals" },
};

test("a page loads its script, all that this imports, the texts of its language, and shared styles before its own, and fonts", () => {
  expect(pageFiles(manifest)).toEqual({
    home: {
      script: "/assets/home-1.js",
      imports: ["/assets/frame-1.js", "/assets/signals-1.js"],
      texts: forEachLanguage((language) => [`/assets/home-${language}.js`]),
      styles: ["/assets/frame-1.css", "/assets/home-1.css"],
      fonts: ["/assets/letters-1.woff2"],
    },
    about: {
      script: "/assets/about-1.js",
      imports: [],
      texts: forEachLanguage(() => []),
      styles: [],
      fonts: [],
    },
  });
});

test("a build that lacks what it names is refused", () => {
  const { "_signals.js": _, ...incomplete } = manifest;
  expect(() => pageFiles(incomplete)).toThrow("the build has no _signals.js");
});
