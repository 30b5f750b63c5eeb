import { expect, test } from "vitest";
import { REPORT_SECONDS } from "../../../engine/pool/remote-recognition.ts";
import { NO_PROMPT } from "../../../speech/prompt.ts";
import { LiveTranscript } from "./live-transcript.ts";

const settings = {
  interimResults: true,
  endpointingMs: 800,
  words: false,
  withConfidence: false,
  withFigures: false,
  prompt: NO_PROMPT,
};

test("a partial comes after 300 ms at the latest, though its words stay the same and reports come unevenly", () => {
  const transcript = new LiveTranscript(settings);
  const tentative = [{ text: "merhaba", start: 0.1, end: 0.4, confidence: 1 }];
  const ends: number[] = [];
  let untilSeconds = 1;
  for (const seconds of [0, 0.14, 0.18, 0.14, REPORT_SECONDS.live, 0.019, REPORT_SECONDS.live]) {
    untilSeconds += seconds;
    const step = { settled: [], tentative, nextWordFrom: 0.1, untilSeconds, isComplete: false };
    for (const message of transcript.hear(step)) {
      if (message.type === "transcript.partial") ends.push(message.end!);
    }
  }
  const gaps = ends.slice(1).map((end, at) => end - ends[at]!);
  expect(Math.max(...gaps)).toBeLessThanOrEqual(0.3);
  expect(ends.at(-1)).toBeCloseTo(untilSeconds);
});

test("numbers of a segment are figures where they are asked for, and those of a partial are words", () => {
  const words = ["yüz", "yirmi", "lira", "ödedim"].map((text, at) => ({
    text,
    start: at * 0.3,
    end: at * 0.3 + 0.2,
    confidence: 0.9 - at / 10,
  }));
  const options = { ...settings, words: true, withConfidence: true, withFigures: true };
  const transcript = new LiveTranscript(options);
  const step = { nextWordFrom: 1.1, untilSeconds: 1.2, isComplete: false };
  const [, partial] = transcript.hear({ ...step, settled: words.slice(0, 2), tentative: [] });
  expect(partial).toMatchObject({ type: "transcript.partial", text: "Yüz yirmi" });
  const messages = transcript.hear({
    ...step,
    settled: words.slice(2),
    tentative: [],
    isComplete: true,
  });
  expect(messages).toContainEqual({
    type: "transcript.segment",
    segment: 0,
    start: 0,
    end: 1.1,
    text: "120 lira ödedim.",
    words: [
      { word: "120", start: 0, end: 0.5, confidence: 0.8 },
      { word: "lira", start: 0.6, end: 0.8, confidence: 0.7 },
      { word: "ödedim", start: 0.9, end: 1.1, confidence: 0.6 },
    ],
  });
  expect(transcript.text).toBe("120 lira ödedim.");
  expect(transcript.words).toHaveLength(3);
});
