import { expect, test } from "vitest";
import { CHANNEL_FORMATS, together } from "./channel-formats.ts";
import { writtenWords } from "./written-form/written-words.ts";

const spoken = (text: string, start: number) => ({
  words: writtenWords(
    text.split(" ").map((word, at) => ({
      text: word,
      start: start + at / 2,
      end: start + at / 2 + 0.4,
      confidence: 0.9,
    })),
    { isComplete: true },
  ),
  durationSeconds: 10,
  isLoud: true,
});
const channels = [
  {
    ...spoken("merhaba ben ayşe", 0),
    words: [...spoken("merhaba ayşe", 0).words, ...spoken("tamam", 6).words],
  },
  spoken("buyurun", 3),
];
const options = { temperature: 0, withWords: true, withConfidence: false };

test("json has the text of each channel, and all of it in the order in which it was said", () => {
  expect(CHANNEL_FORMATS.json(channels)).toEqual({
    text: "Merhaba Ayşe. Buyurun. Tamam.",
    channels: [
      { channel: 0, text: "Merhaba Ayşe. Tamam." },
      { channel: 1, text: "Buyurun." },
    ],
    usage: { type: "duration", seconds: 20 },
  });
});

test("verbose_json has the channel of each segment and word", () => {
  const verbose = CHANNEL_FORMATS.verbose_json(channels, options);
  expect(verbose).toMatchObject({ duration: 10, usage: { seconds: 20 } });
  expect(verbose.segments.map(({ id, channel, text }) => [id, channel, text])).toEqual([
    [0, 0, "Merhaba Ayşe."],
    [1, 1, "Buyurun."],
    [2, 0, "Tamam."],
  ]);
  expect(verbose.words?.map(({ word, channel }) => [word, channel])).toEqual([
    ["Merhaba", 0],
    ["Ayşe", 0],
    ["Buyurun", 1],
    ["Tamam", 0],
  ]);
});

test("a recording is loud, or not Turkish, as soon as one of its channels is", () => {
  const quiet = { ...spoken("tamam", 0), isLoud: false };
  const foreign = { ...quiet, isTurkish: false };
  expect(together([quiet, spoken("alo", 1)])).toMatchObject({ isLoud: true, isTurkish: undefined });
  expect(together([quiet, foreign])).toMatchObject({ isLoud: false, isTurkish: false });
});
