import { describe, expect, test } from "vitest";
import { ListenQuery } from "../../../contract/dialects/deepgram.ts";
import { readTexts } from "../../../contract/read.ts";
import type { TranscriptWord } from "../../../speech/segments.ts";
import type { Transcript } from "../../../speech/transcribe.ts";
import { transcriptionOf, type Origin } from "./transcript.ts";

const word = (text: string, start: number, end: number, mark = "", confidence = 1) => ({
  text,
  start,
  end,
  mark,
  confidence,
});

function transcript(
  words: readonly TranscriptWord[],
  fields: Partial<Transcript> = {},
): Transcript {
  return { words, durationSeconds: 10, speakers: [], isTurkish: true, isLoud: true, ...fields };
}

const ORIGIN = {
  requestId: "req_1",
  sha256: "ab",
  createdAt: new Date("2026-11-21T10:00:00Z"),
  model: {
    id: "transcribe-1",
    createdAt: new Date("2026-01-02T03:04:05Z"),
    manifest: { kind: "ctc-transcriber" },
  },
} as unknown as Origin;

function written(channels: readonly Transcript[], query: Readonly<Record<string, string>> = {}) {
  const texts = new Map(Object.entries(query).map(([name, value]) => [name, [value]]));
  return transcriptionOf(channels, ORIGIN, readTexts(ListenQuery, texts));
}
const first = (...of: Parameters<typeof written>) =>
  written(...of).results.channels[0]?.alternatives[0];

const HELLO = [word("Iğdır", 0.5, 0.9, ","), word("İyi", 1.2, 1.7, ".", 0.5)];

describe("a transcription", () => {
  test("has the words in small letters, and as they are written beside them", () => {
    expect(written([transcript(HELLO, { durationSeconds: 2.000_4 })])).toEqual({
      metadata: {
        transaction_key: "deprecated",
        request_id: "req_1",
        sha256: "ab",
        created: "2026-11-21T10:00:00.000Z",
        duration: 2,
        channels: 1,
        models: ["transcribe-1"],
        model_info: {
          "transcribe-1": {
            name: "transcribe-1",
            version: "2026-01-02T03:04:05.000Z",
            arch: "ctc-transcriber",
          },
        },
      },
      results: {
        channels: [
          {
            alternatives: [
              {
                transcript: "ığdır iyi",
                confidence: 0.75,
                words: [
                  { word: "ığdır", start: 0.5, end: 0.9, confidence: 1, punctuated_word: "Iğdır," },
                  { word: "iyi", start: 1.2, end: 1.7, confidence: 0.5, punctuated_word: "İyi." },
                ],
              },
            ],
          },
        ],
      },
    });
  });

  test.each(["punctuate", "smart_format", "paragraphs"])("has marks with %s", (option) => {
    expect(first([transcript(HELLO)], { [option]: "true" })?.transcript).toBe("Iğdır, İyi.");
  });

  test("has no confidence where there are no words, and says that there are none", () => {
    const { metadata, results } = written([transcript([])]);
    expect(results.channels[0]?.alternatives).toEqual([
      { transcript: "", confidence: 0, words: [] },
    ]);
    expect(metadata).toHaveProperty("warnings");
  });

  test("says its language where that was asked for", () => {
    const { results } = written([transcript(HELLO)], { detect_language: "true" });
    expect(results.channels[0]).toHaveProperty("detected_language", "tr");
    expect(written([transcript(HELLO)]).results.channels[0]).not.toHaveProperty(
      "detected_language",
    );
  });

  test("of several channels lasts as long as the longest", () => {
    const channels = [
      transcript(HELLO, { durationSeconds: 3 }),
      transcript([], { durationSeconds: 4 }),
    ];
    const { metadata, results } = written(channels);
    expect(metadata).toMatchObject({ duration: 4, channels: 2 });
    expect(results.channels.map(({ alternatives }) => alternatives[0]?.transcript)).toEqual([
      "ığdır iyi",
      "",
    ]);
  });
});

describe("utterances", () => {
  const words = [word("bir", 0, 0.5), word("iki", 1.25, 1.5), word("üç", 2.5, 3)];
  const parts = (query: Readonly<Record<string, string>>, ...channels: readonly Transcript[]) =>
    written(channels, query).results.utterances?.map(
      ({ transcript: text, start, end, channel, id, speaker }) =>
        [text, start, end, channel, id, speaker] as const,
    );

  test("are there only where they were asked for", () => {
    expect(parts({}, transcript(words))).toBeUndefined();
  });

  test.each([
    [{}, ["bir iki", "üç"]],
    [{ utt_split: "0.75" }, ["bir", "iki", "üç"]],
    [{ utt_split: "0.76" }, ["bir iki", "üç"]],
    [{ utt_split: "1" }, ["bir iki", "üç"]],
    [{ utt_split: "1.01" }, ["bir iki üç"]],
  ])("with %o end at a pause at least as long", (query, texts) => {
    const found = parts({ utterances: "true", ...query }, transcript(words));
    expect(found?.map(([text]) => text)).toEqual(texts);
  });

  test("of all channels are in order of time, with their numbers", () => {
    const other = transcript([word("ve", 0.75, 1)]);
    expect(parts({ utterances: "true" }, transcript(words), other)).toEqual([
      ["bir iki", 0, 1.5, 0, "utterance_0", undefined],
      ["ve", 0.75, 1, 1, "utterance_1", undefined],
      ["üç", 2.5, 3, 0, "utterance_2", undefined],
    ]);
  });

  test("end where the speaker changes", () => {
    const speakers = [
      { start: 0, end: 0.6, speaker: 1 },
      { start: 1.2, end: 3, speaker: 0 },
    ];
    const query = { utterances: "true", diarize: "true", utt_split: "9" };
    expect(parts(query, transcript(words, { speakers }))).toEqual([
      ["bir", 0, 0.5, 0, "utterance_0", 1],
      ["iki üç", 1.25, 3, 0, "utterance_1", 0],
    ]);
    const spoken = first([transcript(words, { speakers })], query);
    expect(spoken?.words.map(({ speaker }) => speaker)).toEqual([1, 0, 0]);
    expect(first([transcript(words, { speakers })])?.words[0]).not.toHaveProperty("speaker");
  });
});

describe("paragraphs", () => {
  const sentence = (text: string, at: number) => word(text, at, at + 0.5, ".");

  test("are there only where they were asked for", () => {
    expect(first([transcript(HELLO)])).not.toHaveProperty("paragraphs");
    expect(first([transcript(HELLO)], { punctuate: "true" })).not.toHaveProperty("paragraphs");
  });

  test("end after five sentences", () => {
    const words = ["A", "B", "C", "D", "E", "F"].map((text, at) => sentence(text, at));
    const paragraphs = first([transcript(words)], { paragraphs: "true" })?.paragraphs;
    expect(paragraphs?.transcript).toBe("A. B. C. D. E.\n\nF.");
    expect(
      paragraphs?.paragraphs.map(({ start, end, num_words }) => [start, end, num_words]),
    ).toEqual([
      [0, 4.5, 5],
      [5, 5.5, 1],
    ]);
    expect(paragraphs?.paragraphs[1]?.sentences).toEqual([{ text: "F.", start: 5, end: 5.5 }]);
  });

  test.each([
    [2.49, "A. B."],
    [2.5, "A.\n\nB."],
  ])("end at a pause of two seconds: the next sentence begins at %s", (at, text) => {
    const words = [sentence("A", 0), sentence("B", at)];
    expect(first([transcript(words)], { smart_format: "true" })?.paragraphs?.transcript).toBe(text);
  });

  test("are of one speaker each", () => {
    const words = [sentence("A", 0), sentence("B", 1)];
    const speakers = [
      { start: 0, end: 0.6, speaker: 0 },
      { start: 0.9, end: 2, speaker: 1 },
    ];
    const query = { paragraphs: "true", diarize: "true" };
    const paragraphs = first([transcript(words, { speakers })], query)?.paragraphs;
    expect(paragraphs?.paragraphs.map(({ speaker, num_words }) => [speaker, num_words])).toEqual([
      [0, 1],
      [1, 1],
    ]);
  });
});
