import { describe, expect, test } from "vitest";
import { cutText } from "./cut-text.ts";

const escape = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

describe("a text is cut", () => {
  test.each([
    ["short", 5, "short"],
    ["longer", 5, "long…"],
    ["ab😀cd", 4, "ab…"],
    ["ab😀cd", 5, "ab😀…"],
    ["abé\u0301cd", 4, "ab…"],
    ["a👩‍👩‍👧‍👦bc", 8, "a…"],
    ["a👩‍👩‍👧‍👦bcd", 13, "a👩‍👩‍👧‍👦…"],
    ["🇹🇷🇹🇷🇹🇷", 6, "🇹🇷…"],
    ["", 5, ""],
  ])("%j to %i", (text, length, expected) => {
    expect(cutText(text, length)).toBe(expected);
  });

  test("before it is escaped, so that no escape is parted", () => {
    for (let length = 1; length < 40; length += 1) {
      const cut = escape(cutText("a&b<c&&&&<<😀&d&e&f", length, escape));
      expect(cut.length).toBeLessThanOrEqual(length);
      expect(cut).toMatch(/^([abcdef…]|😀|&amp;|&lt;)*$/u);
    }
    expect(cutText("a&b&c", 9, escape)).toBe("a&b…");
    expect(cutText("abc", 3, escape)).toBe("abc");
  });

  test("in a moment, however many marks are on one letter", () => {
    const text = `a${"\u0301".repeat(100_000)}`;
    expect(cutText(text, 50_000).length).toBeLessThanOrEqual(50_000);
    expect(cutText("&".repeat(100_000), 2_900, escape).length).toBeLessThanOrEqual(2_900);
  });
});
