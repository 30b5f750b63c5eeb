import { expect, test } from "vitest";
import { momentMark, piecesOf, withMoments } from "./text-moments.ts";

const atMs = Date.parse("2026-11-21T11:25:00Z");

test("a moment is kept in a text and written by who shows it", () => {
  const text = `Down since ${momentMark("since", atMs)}, up ${momentMark("time", atMs + 60_000)}.`;
  expect(piecesOf(text)).toEqual([
    "Down since ",
    { form: "since", atMs },
    ", up ",
    { form: "time", atMs: atMs + 60_000 },
    ".",
  ]);
  expect(withMoments(text, ({ form }) => form)).toBe("Down since since, up time.");
});

test.each(["", "Plain.", "Until 11:25 UTC, {name}.", "{time:soon} {since:2026}"])(
  "%j has no moment and stays as it is",
  (text) => {
    expect(withMoments(text, () => "!")).toBe(text);
  },
);
