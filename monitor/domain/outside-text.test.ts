import { expect, test } from "vitest";
import { fitLine, fitText } from "./outside-text.ts";

test.each([
  ["a NUL", "a\0b", "a\ufffdb"],
  ["the colours of a terminal", "\u001b[1mDisk", "\ufffd[1mDisk"],
  ["half a surrogate pair", "a\ud83db", "a\ufffdb"],
  ["what turns the direction of writing", "a\u202eb", "a\ufffdb"],
  ["every end of a line", "a\r\nb\vc\u2028d\re", "a\nb\nc\nd\ne"],
  ["letters, tabs and signs as they are", "Şişli\tİ 😀", "Şişli\tİ 😀"],
])("makes %s fit", (_what, text, fit) => {
  expect(fitText(text)).toBe(fit);
});

test("a line has no end of a line in it, and is cut beside a character, not in it", () => {
  expect(fitLine("a\nb\tc")).toBe("a b c");
  expect(fitLine("abc😀def", 5)).toBe("abc…");
  expect(fitLine("abc😀def", 6)).toBe("abc😀…");
  expect(fitLine("abc", 3)).toBe("abc");
});
