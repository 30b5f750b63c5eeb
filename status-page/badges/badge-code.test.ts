import { expect, test } from "vitest";
import { badgeCode, badgePath } from "./badge-code.ts";

const subject = { id: "tts", statusUrl: "https://status.example.org", path: "/components/tts" };

test("an address says only what is not usual", () => {
  expect(badgePath("tts", "status", "en")).toBe("/badge/tts.svg");
  expect(badgePath("tts", "uptime", "tr")).toBe("/badge/tts.svg?show=uptime&lang=tr");
  expect(badgePath("a/b", "latency", "en")).toBe("/badge/a%2Fb.svg?show=latency");
});

test("Markdown and HTML show the picture and lead to the page", () => {
  expect(badgeCode(subject, "uptime", "tr", "Seslendirme: erişilebilirlik")).toEqual({
    address: "https://status.example.org/badge/tts.svg?show=uptime&lang=tr",
    markdown:
      "[![Seslendirme: erişilebilirlik](https://status.example.org/badge/tts.svg?show=uptime&lang=tr)](https://status.example.org/components/tts)",
    html: '<a href="https://status.example.org/components/tts"><img src="https://status.example.org/badge/tts.svg?show=uptime&amp;lang=tr" alt="Seslendirme: erişilebilirlik"></a>',
  });
});

test("a name may have any character", () => {
  const { markdown, html } = badgeCode(subject, "status", "en", 'A [beta] "<b>"');
  expect(markdown).toContain(String.raw`[![A \[beta\] "<b>"](`);
  expect(html).toContain('alt="A [beta] &quot;&lt;b>&quot;"');
});
