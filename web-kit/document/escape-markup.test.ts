import { expect, test } from "vitest";
import { escapeMarkup } from "./escape-markup.ts";

test.each([
  [
    `<a href="x" title='y'>&amp;</a>`,
    "&lt;a href=&quot;x&quot; title=&#39;y&#39;&gt;&amp;amp;&lt;/a&gt;",
  ],
  ["İğne, çöp\tve\r\nsap", "İğne, çöp\tve\r\nsap"],
  ["a\u0000b\u0008c\u000bd\u000ce\u000ef\u001fg", "abcdefg"],
  ["a\ufffeb\uffffc\ufffdd", "abc\ufffdd"],
  ["a\ud83db\ude00c", "abc"],
  ["\u{1f600}", "\u{1f600}"],
  ["", ""],
])("markup in %j is written as %j", (text, escaped) => {
  expect(escapeMarkup(text)).toBe(escaped);
});
