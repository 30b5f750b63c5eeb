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

test("each word and each space has its speaker, where that was asked for", () => {
  const speakers = [
    { start: 0.4, end: 1, speaker: 1 },
    { start: 1.1, end: 2, speaker: 0 },
  ];
  const spoken = { ...transcript, speakers };
  const shape = { withTimes: false, withSpeakers: true };
  expect(
    transcriptionOf(spoken, "request", shape).words.map(({ text, speaker_id }) => [
      text,
      speaker_id,
    ]),
  ).toEqual([
    ["Merhaba,", "speaker_1"],
    [" ", "speaker_0"],
    ["dünya.", "speaker_0"],
  ]);
  const without = transcriptionOf(spoken, "request", { ...shape, withSpeakers: false });
  expect(without.words[0]).not.toHaveProperty("speaker_id");
});

test.each([
  [true, 1],
  [undefined, 1],
  [false, 0],
])("a transcript that may be Turkish (%s) has the probability %s", (isTurkish, probability) => {
  const shape = { withTimes: false, withSpeakers: false };
  expect(transcriptionOf({ ...transcript, isTurkish }, "request", shape)).toMatchObject({
    language_code: "tur",
    language_probability: probability,
    transcription_id: "request",
    audio_duration_secs: 2,
  });
});

test("a word of no confidence has a finite logarithm", () => {
  const words = [
    { ...word("a", 0, 1), confidence: 0 },
    { ...word("b", 1, 2), confidence: 0.5 },
  ];
  const shape = { withTimes: false, withSpeakers: false };
  const found = transcriptionOf({ ...transcript, words }, "request", shape).words;
  expect(found[0]?.logprob).toBeCloseTo(Math.log(1e-6));
  expect(found[2]?.logprob).toBeCloseTo(Math.log(0.5));
});
