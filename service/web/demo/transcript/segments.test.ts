import { expect, test } from "vitest";
import { segmentsOfTranscript } from "./segments.ts";

const words = [
  { word: "Merhaba", start: 0.2, end: 0.7 },
  { word: "yarın", start: 0.9, end: 1.3 },
  { word: "Görüşürüz", start: 2.5, end: 3.1 },
];

/** What of a segment of verbose_json the page passes over. */
const rest = {
  seek: 0,
  tokens: [],
  temperature: 0,
  avg_logprob: 0,
  compression_ratio: 1,
  no_speech_prob: 0,
};

test("the segments of a file have the words that lie in them, with their marks", () => {
  const segments = [
    { ...rest, id: 0, start: 0.2, end: 1.3, text: " Merhaba, yarın" },
    { ...rest, id: 1, start: 2.5, end: 3.1, text: "Görüşürüz." },
  ];
  expect(segmentsOfTranscript({ segments, words })).toEqual([
    {
      start: 0.2,
      end: 1.3,
      text: "Merhaba, yarın",
      words: [
        { word: "Merhaba,", start: 0.2, end: 0.7 },
        { word: "yarın", start: 0.9, end: 1.3 },
      ],
    },
    {
      start: 2.5,
      end: 3.1,
      text: "Görüşürüz.",
      words: [{ word: "Görüşürüz.", start: 2.5, end: 3.1 }],
    },
  ]);
});
