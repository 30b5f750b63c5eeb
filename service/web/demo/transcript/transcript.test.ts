import { describe, expect, test } from "vitest";
import type { Segment } from "./segments.ts";
import { clock } from "./segments.ts";
import { srtOf, vttOf } from "./subtitles.ts";
import { wordAt } from "./segments.ts";

const segmentOf = (start: number, text: string, secondsPerWord = 0.5): Segment => {
  const words = text.split(" ").map((word, at) => ({
    word,
    start: start + at * secondsPerWord,
    end: start + (at + 1) * secondsPerWord,
  }));
  return { start, end: words.at(-1)?.end ?? start, text, words };
};

test.each([
  [0, "0:00"],
  [7.9, "0:07"],
  [750, "12:30"],
  [3723, "1:02:03"],
])("%d s are shown as %s", (seconds, shown) => {
  expect(clock(seconds)).toBe(shown);
});

describe("subtitles", () => {
  const segments = [segmentOf(0.25, "Merhaba, <dünya> & herkes."), segmentOf(3599.75, "Son söz.")];

  test("as SubRip", () => {
    expect(srtOf(segments)).toBe(
      "1\n00:00:00,250 --> 00:00:02,250\nMerhaba, <dünya> & herkes.\n\n2\n00:59:59,750 --> 01:00:00,750\nSon söz.\n",
    );
  });

  test("as WebVTT, with what would be markup escaped", () => {
    expect(vttOf(segments)).toContain(
      "WEBVTT\n\n00:00:00.250 --> 00:00:02.250\nMerhaba, &lt;dünya&gt; &amp; herkes.\n",
    );
  });

  test("a long segment is cut between words, by letters and by seconds", () => {
    const wide = segmentOf(0, Array.from({ length: 20 }, () => "kelimeler").join(" "), 0.1);
    const texts = vttOf([wide])
      .split("\n")
      .filter((line) => line.startsWith("kelime"));
    expect(texts.map(({ length }) => length)).toEqual([79, 79, 39]);
    const slow = segmentOf(0, "a b c d e f", 2);
    expect(vttOf([slow]).match(/-->/g)).toHaveLength(2);
  });

  test("a segment without words is one cue", () => {
    expect(srtOf([{ start: 0, end: 1, text: "Tek.", words: [] }])).toBe(
      "1\n00:00:00,000 --> 00:00:01,000\nTek.\n",
    );
  });
});

describe("the word at a moment", () => {
  const segments = [segmentOf(1, "bir iki"), segmentOf(5, "üç")];
  test.each([
    [0.5, undefined],
    [1, { segment: 0, word: 0 }],
    [1.6, { segment: 0, word: 1 }],
    [4, { segment: 0, word: 1 }],
    [9, { segment: 1, word: 0 }],
  ])("at %d", (seconds, place) => {
    expect(wordAt(segments, seconds)).toEqual(place);
  });
});
