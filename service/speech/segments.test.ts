import { describe, expect, test } from "vitest";
import { segmentsOf, type TranscriptWord } from "./segments.ts";

/** Words of 0.4 s with 0.1 s between them; `|` is a pause of a second, a full stop a sentence end. */
function spoken(text: string, startSeconds = 0): readonly TranscriptWord[] {
  let at = startSeconds;
  const words: TranscriptWord[] = [];
  for (const part of text.split(" ")) {
    if (part === "|") {
      at += 1;
      continue;
    }
    const mark = part.endsWith(".") ? "." : "";
    words.push({ text: part.replace(".", ""), mark, start: at, end: at + 0.4, confidence: 1 });
    at += 0.5;
  }
  return words;
}

const texts = (words: readonly TranscriptWord[]) => segmentsOf(words).map(({ text }) => text);

describe("segmentsOf", () => {
  test("cuts at sentence ends and at pauses", () => {
    expect(texts(spoken("Evet. Bugün geldim. Yarın | gidiyorum."))).toEqual([
      "Evet.",
      "Bugün geldim.",
      "Yarın",
      "gidiyorum.",
    ]);
    expect(segmentsOf([])).toEqual([]);
  });

  test("cuts a long sentence where it pauses longest, and loses nothing", () => {
    const long = Array.from({ length: 80 }, (_, at) => `söz${at}`);
    const even = texts(spoken(long.join(" ")));
    expect(even).toHaveLength(4);
    expect(even.join(" ")).toBe(long.join(" "));
    const words = spoken(long.slice(0, 40).join(" "));
    const paused = words.map((word, at) =>
      at < 12 ? word : { ...word, start: word.start + 0.7, end: word.end + 0.7 },
    );
    expect(segmentsOf(paused).map((segment) => segment.words.length)).toEqual([12, 28]);
  });

  test("has the times of its words, past an hour too", () => {
    const [segment] = segmentsOf(spoken("Geç oldu.", 3725.5));
    expect([segment?.start, segment?.end]).toEqual([3725.5, 3726.4]);
  });
});
