import { expect, test } from "vitest";
import { ListenDialogue } from "./stream-dialogue.ts";

const word = (text: string, start: number, end: number) => ({
  text,
  start,
  end,
  confidence: 0.9,
  mark: "",
});

function newDialogue(utteranceEndSeconds?: number): ListenDialogue {
  const createdAt = new Date(0);
  const model = { id: "transcribe-1", createdAt, manifest: { kind: "ctc" } } as never;
  return new ListenDialogue(
    { isPunctuated: true, saysSpeechStarted: true, utteranceEndSeconds },
    { requestId: "req_1", createdAt, model, sha256: () => "00" },
  );
}

const merhaba = [word("Merhaba", 0.2, 0.8)];
const segment = {
  type: "transcript.segment",
  segment: 0,
  start: 0.2,
  end: 0.8,
  text: "Merhaba",
  words: [{ word: "Merhaba", start: 0.2, end: 0.8 }],
} as const;

test("results have the confidence of each word as the model gives it, and their mean", () => {
  const words = [
    { ...word("Bir", 0, 0.2), confidence: 0.123_456 },
    { ...word("iki", 0.3, 0.5), confidence: 0.5 },
  ];
  const final = {
    ...segment,
    words: words.map(({ text, start, end }) => ({ word: text, start, end })),
  };
  const [results] = newDialogue().heard(final, words, []);
  expect(results).toMatchObject({
    channel: {
      alternatives: [
        {
          confidence: (0.123_456 + 0.5) / 2,
          words: [{ confidence: 0.123_456 }, { confidence: 0.5 }],
        },
      ],
    },
  });
});

test("words of a segment come once, though several segments are told of together", () => {
  const dialogue = newDialogue();
  const words = [...merhaba, word("dünya", 2, 2.5)];
  const second = { ...segment, words: [{ word: "dünya", start: 2, end: 2.5 }], start: 2, end: 2.5 };
  const results = [...dialogue.heard(segment, words, []), ...dialogue.heard(second, words, [])];
  expect(results).toMatchObject([
    { channel: { alternatives: [{ transcript: "Merhaba", words: [{ word: "merhaba" }] }] } },
    { channel: { alternatives: [{ transcript: "dünya" }] }, start: 2, duration: 0.5 },
  ]);
});

test("an utterance ends once, when no word follows for long enough", () => {
  const dialogue = newDialogue(1);
  expect(dialogue.heardUntil(5)).toEqual([]);
  dialogue.heard({ type: "speech.started", at: 0.2 }, [], []);
  dialogue.heard(segment, merhaba, []);
  expect(dialogue.heardUntil(1.7)).toEqual([]);
  expect(dialogue.heardUntil(1.8)).toEqual([
    { type: "UtteranceEnd", channel: [0, 1], last_word_end: 0.8 },
  ]);
  expect(dialogue.heardUntil(9)).toEqual([]);
});

test("an utterance that goes on has not ended", () => {
  const dialogue = newDialogue(1);
  dialogue.heard(segment, merhaba, []);
  dialogue.heard({ type: "speech.started", at: 1.2 }, merhaba, []);
  expect(dialogue.heardUntil(3)).toEqual([]);
});

test("every Finalize is answered: by what came of it, or by an empty result", () => {
  const dialogue = newDialogue();
  dialogue.finalize();
  expect(dialogue.heard(segment, merhaba, [])).toMatchObject([
    { from_finalize: true, speech_final: false, is_final: true },
  ]);
  expect(dialogue.flushed()).toEqual([]);
  dialogue.finalize();
  expect(dialogue.flushed()).toMatchObject([
    { from_finalize: true, channel: { alternatives: [{ transcript: "", words: [] }] } },
  ]);
});

test("what is not finished yet is no final result", () => {
  const [results] = newDialogue().heard(
    { type: "transcript.partial", segment: 0, start: 0.2, end: 0.85, text: "Merhaba" } as const,
    [],
    merhaba,
  );
  expect(results).toMatchObject({
    type: "Results",
    channel_index: [0, 1],
    start: 0.2,
    duration: 0.65,
    is_final: false,
    speech_final: false,
    from_finalize: false,
    channel: { alternatives: [{ transcript: "Merhaba" }] },
    metadata: { request_id: "req_1", model_uuid: "transcribe-1" },
  });
});

test("the end says how much was heard, and what is doubtful about it", () => {
  const final = {
    type: "transcript.final",
    text: "",
    duration: 2.0004,
    segments: [],
    usage: { type: "duration", seconds: 3 },
  } as const;
  const [metadata] = newDialogue().heard(final, [], []);
  expect(metadata).toMatchObject({ type: "Metadata", sha256: "00", duration: 2, channels: 1 });
  expect(metadata).not.toHaveProperty("warnings");
  const warnings = [{ code: "no_words", message: "Nothing." }] as const;
  expect(newDialogue().heard({ ...final, warnings: [...warnings] }, [], [])).toMatchObject([
    { type: "Metadata", warnings },
  ]);
});

test("the start of speech is told of only where that was asked for", () => {
  const started = { type: "speech.started", at: 0.2 } as const;
  expect(newDialogue().heard(started, [], [])).toEqual([
    { type: "SpeechStarted", channel: [0, 1], timestamp: 0.2 },
  ]);
  const quiet = new ListenDialogue(
    { isPunctuated: false, saysSpeechStarted: false, utteranceEndSeconds: undefined },
    { requestId: "req_1", createdAt: new Date(0), model: {} as never, sha256: () => "00" },
  );
  expect(quiet.heard(started, [], [])).toEqual([]);
});

test("an empty answer to Finalize lies where the last result ended", () => {
  const dialogue = newDialogue();
  dialogue.heard(segment, merhaba, []);
  dialogue.finalize();
  expect(dialogue.flushed()).toMatchObject([{ start: 0.8, duration: 0, is_final: true }]);
  expect(dialogue.flushed()).toMatchObject([{ from_finalize: false, speech_final: true }]);
});
