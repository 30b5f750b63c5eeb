import { h } from "preact";
import { renderToString } from "preact-render-to-string";
import { expect, test } from "vitest";
import { Marked } from "./marked.tsx";
import { excerpt, marked, type MarkedPiece } from "./marks.ts";
import { termsOf } from "./terms.ts";

/** Writes pieces with the marked ones in brackets. */
const written = (pieces: readonly MarkedPiece[]) =>
  pieces.map(({ text, isMarked }) => (isMarked ? `[${text}]` : text)).join("");

const found = (text: string, sought: string, language: "en" | "tr" = "en") =>
  marked(text, new Set(termsOf(sought, language)), language);

test("words that were sought are marked, in all their forms and letters", () => {
  expect(written(found("A voice, and VOICES again", "voice"))).toBe(
    "A [voice], and [VOICES] again",
  );
  expect(written(found("Nothing here", "voice"))).toBe("Nothing here");
  expect(written(found("", "voice"))).toBe("");
  expect(written(found("Ses, sesler ve ses'in", "ses", "tr"))).toBe("[Ses], [sesler] ve [ses'in]");
});

test("words between marks are one piece", () => {
  expect(found("a b voice c d", "voice")).toEqual([
    { text: "a b ", isMarked: false },
    { text: "voice", isMarked: true },
    { text: " c d", isMarked: false },
  ]);
});

test("an excerpt is the text around its first mark, cut at words", () => {
  const short = found("Say a voice now", "voice");
  expect(written(excerpt(short))).toBe("Say a [voice] now");
  const words = (count: number) => Array.from({ length: count }, (_, at) => `w${at}`).join(" ");
  const long = written(excerpt(found(`${words(50)} voice ${words(80)}`, "voice")));
  expect(long).toMatch(/^… w3\d w[\w ]*w49 \[voice\] w0 w1 [\w ]*w\d+ …$/);
  expect(long.length).toBeLessThanOrEqual(190);
  expect(long.indexOf("[")).toBeLessThanOrEqual(62);
});

test("an excerpt without a mark is the beginning", () => {
  const text = "word ".repeat(60);
  expect(written(excerpt(found(text, "voice")))).toBe(`${"word ".repeat(35)}word …`);
});

test("marks are marks on the page, and the text around them is text", () => {
  const page = renderToString(h(Marked, { pieces: found("a <b> voice", "voice") }));
  expect(page).toBe("a &lt;b> <mark>voice</mark>");
});
