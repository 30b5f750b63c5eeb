import { describe, expect, test } from "vitest";
import { segmentsOf, type TranscriptWord } from "./segments.ts";
import { subtitleLines } from "./subtitles.ts";

function spoken(text: string, startSeconds: number, wordSeconds = 0.5): readonly TranscriptWord[] {
  return text.split(" ").map((word, at) => ({
    text: word,
    mark: "",
    start: startSeconds + at * wordSeconds,
    end: startSeconds + (at + 0.8) * wordSeconds,
    confidence: 1,
  }));
}

const srt = (words: readonly TranscriptWord[]) => subtitleLines(segmentsOf(words), "srt");

describe("subtitleLines", () => {
  test("numbers cues, and counts past an hour", () => {
    const words = [...spoken("bir iki", 3599.6), ...spoken("üç", 7205)];
    expect(srt(words)).toBe(
      "1\n00:59:59,600 --> 01:00:00,500\nbir iki\n\n2\n02:00:05,000 --> 02:00:05,400\nüç\n",
    );
  });

  test("breaks a long text into two even lines", () => {
    const text = "bu cümle tek bir satıra sığmayacak kadar uzun olan bir cümledir";
    const lines = srt(spoken(text, 0, 0.3))
      .split("\n")
      .slice(2, 4);
    expect(lines.join(" ")).toBe(text);
    expect(lines.every((line) => line.length <= 42)).toBe(true);
  });

  test("makes several cues of what two lines or seven seconds cannot hold, each after the other", () => {
    const text = Array.from({ length: 25 }, (_, at) => `kelime${at}`).join(" ");
    const cues = srt(spoken(text, 10, 0.4))
      .trim()
      .split("\n\n");
    expect(cues.length).toBeGreaterThan(2);
    const heard = cues.map((cue) => cue.split("\n").slice(2).join(" ")).join(" ");
    expect(heard).toBe(text);
    const times = cues.flatMap((cue) => cue.split("\n")[1]!.split(" --> "));
    expect(times).toEqual(times.toSorted());
    for (const cue of cues) {
      const lines = cue.split("\n").slice(2);
      expect(lines.length).toBeLessThanOrEqual(2);
      expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(42);
    }
  });

  test("escapes in WebVTT what would be markup", () => {
    expect(subtitleLines(segmentsOf(spoken("A&B", 0)), "vtt")).toBe(
      "WEBVTT\n\n00:00:00.000 --> 00:00:00.400\nA&amp;B\n",
    );
  });
});
