import { expect, test } from "vitest";
import { markdownHtml, markdownText } from "./markdown.ts";

const POSTMORTEM = `## What happened

The **encoder** lost its \`locale\`.
It took 6 min.

- Speech synthesis: [run](https://console.example.org/runs/1)
- Live demos
  1. first
  2. second

| who | how long |
|---|---|
| demo | 6 min |

> Sorry.

https://example.org`;

test("Markdown becomes headings below those of the page, lists, tables and links", () => {
  const html = markdownHtml(POSTMORTEM);
  expect(html).toContain("<h4>What happened</h4>");
  expect(html).toContain("The <strong>encoder</strong> lost its <code>locale</code>.<br>");
  expect(html).toContain(
    '<a href="https://console.example.org/runs/1" rel="nofollow noopener noreferrer">run</a>',
  );
  expect(html).toContain("<td>demo</td>");
});

test("as plain text nothing of its marks is left", () => {
  expect(markdownText(POSTMORTEM)).toBe(
    [
      "What happened",
      "The encoder lost its locale.\nIt took 6 min.",
      "• Speech synthesis: run (https://console.example.org/runs/1)\n• Live demos\n  1. first\n  2. second",
      "who | how long\ndemo | 6 min",
      "Sorry.",
      "https://example.org",
    ].join("\n\n"),
  );
});

test.each([
  ["<script>alert(1)</script>", "&lt;script&gt;"],
  ['<img src=x onerror="alert(1)">', "&lt;img"],
  ["[press](javascript:alert(1))", "[press]"],
  ["[press](data:text/html;base64,x)", "[press]"],
  ["[press](vbscript:x)", "[press]"],
  ["[press]( //evil.example )", "[press]"],
  ["![picture](https://evil.example/who-reads.png)", "!<a href="],
  ['[a](https://x.example "\\"onmouseover=alert(1)")', "&quot;onmouseover"],
  ['<https://x.example/?a="onclick=x">', "%22onclick"],
  ["a <b onclick=x>b</b>", "&lt;b onclick"],
])("of %s nothing runs and nothing is loaded", (text, expected) => {
  const html = markdownHtml(text);
  expect(html).toContain(expected);
  expect(html).not.toMatch(/<(?!\/?(?:p|a|br)\b)|<a [^>]*href="(?!https?:)|<a [^>]* on/);
});

test.each([">", "[", "**a*", "- > ", "a.@", "|a", "_", "`a``"])(
  "a long text of %s is rendered whole and in time",
  (piece) => {
    const text = piece.repeat(Math.floor(10_000 / piece.length));
    const begun = performance.now();
    expect(markdownHtml(text).length).toBeGreaterThan(0);
    markdownText(text);
    expect(performance.now() - begun).toBeLessThan(20_000);
  },
);
