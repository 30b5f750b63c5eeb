import { expect, test } from "vitest";
import type { TranscriptWord } from "../../../speech/segments.ts";
import type { Transcript } from "../../../speech/transcribe.ts";
import { transcriptionOf } from "./transcript.ts";

const word = (text: string, start: number, end: number, mark = ""): TranscriptWord => ({
  text,
  mark,
  start,
  end,
  confidence: 1,
});
const transcript = {
  words: [word("Merhaba", 0.5, 0.9, ","), word("dünya", 1.2, 1.7, ".")],
  durationSeconds: 2,
} as Partial<Transcript> as Transcript;

test("words and the spaces between them follow one another in time", () => {
  const { text, words } = transcriptionOf(transcript, "request", {
    withTimes: true,
    withSpeakers: false,
  });
  expect(text).toBe("Merhaba, dünya.");
  expect(words).toEqual([
    { text: "Merhaba,", start: 0.5, end: 0.9, type: "word", logprob: 0 },
    { text: " ", start: 0.9, end: 1.2, type: "spacing", logprob: 0 },
    { text: "dünya.", start: 1.2, end: 1.7, type: "word", logprob: 0 },
  ]);
});

test("times are left out where nobody asked for them", () => {
  const { words } = transcriptionOf(transcript, "request", {
    withTimes: false,
    withSpeakers: false,
  });
  expect(words.map((one) => Object.keys(one).includes("start"))).toEqual([false, false, false]);
});
