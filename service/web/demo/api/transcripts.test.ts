import { describe, expect, test } from "vitest";
import { parseLiveMessage, segmentsOfTranscript } from "./transcripts.ts";

const words = [
  { word: "Merhaba", start: 0.2, end: 0.7 },
  { word: "yarın", start: 0.9, end: 1.3 },
  { word: "Görüşürüz", start: 2.5, end: 3.1 },
];

describe("parseLiveMessage", () => {
  const parse = (message: object) => parseLiveMessage(JSON.stringify(message));

  test("reads what is shown", () => {
    expect(
      parse({ type: "transcript.partial", segment: 0, start: 0.2, end: 1, text: "mer" }),
    ).toEqual({ type: "partial", start: 0.2, text: "mer" });
    const segment = { start: 0.2, end: 1.3, text: "Merhaba yarın", words: words.slice(0, 2) };
    expect(parse({ type: "transcript.segment", segment: 0, ...segment })).toEqual({
      type: "segment",
      segment,
    });
    expect(parse({ type: "transcript.final", text: "", segments: [segment] })).toEqual({
      type: "final",
      segments: [segment],
    });
  });

  test("reads errors, and passes over what it does not know", () => {
    const error = { code: "server_busy", message: "Later.", retry_after: 10 };
    expect(parse({ type: "error", error })).toEqual({
      type: "error",
      problem: { code: "server_busy", message: "Later.", retryAfterSeconds: 10 },
    });
    expect(parse({ type: "speech.started", at: 1 })).toBeUndefined();
  });
});

test("the segments of a file have the words that lie in them, with their marks", () => {
  const segments = [
    { id: 0, start: 0.2, end: 1.3, text: " Merhaba, yarın" },
    { id: 1, start: 2.5, end: 3.1, text: "Görüşürüz." },
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
  expect(segmentsOfTranscript(undefined)).toEqual([]);
});
