import { expect, test } from "vitest";
import type { PeopleFigures } from "../../contract/models.ts";
import { peopleRows, peopleWords, type PeopleTexts } from "./people-words.ts";
import { readTexts } from "#web-kit/language/read-texts.ts";
import { forEachLanguage } from "#web-kit/language/languages.ts";

const read = readTexts<PeopleTexts>("site/people.json");
const texts = forEachLanguage((language) => ({ ...read[language], language }));

const figures: PeopleFigures = {
  corpus: "Common Voice",
  clips: 50,
  speakers: 30,
  men: 20,
  women: 2,
  words: 273,
  word_error_ratio: 0.254,
  character_error_ratio: 0.082,
  in_noise: { word_error_ratio: 0.4, character_error_ratio: 0.15 },
  by_telephone: { word_error_ratio: 0.35, character_error_ratio: 0.12 },
  reference: { model: "Whisper base", word_error_ratio: 0.311, character_error_ratio: 0.104 },
};

test("the sentence has the words wrong, what was listened to, and what is known of others", () => {
  expect(peopleWords(figures, texts.en)).toBe(
    "Of 100 words that people say, about 25 are transcribed wrong (50 Common Voice recordings of 30 speakers, nearly all men). Whisper base on the same recordings: 31.",
  );
  expect(peopleWords(figures, texts.tr)).toBe(
    "İnsanların söylediği 100 kelimenin yaklaşık 25 tanesi yanlış yazıya dökülüyor (50 Common Voice kaydı, 30 konuşmacı, neredeyse hepsi erkek). Whisper base aynı kayıtlarda: 31.",
  );
});

test.each([
  [{ word_error_ratio: 0.099 }, /about 10 are/],
  [{ word_error_ratio: 1.3 }, /about 100 are/],
  [{ clips: 1, speakers: 1 }, /\(1 Common Voice recording of 1 speaker, nearly all men\)/],
  [{ corpus: undefined, speakers: undefined, men: 0, women: 0 }, /\(50 recordings\)/],
  [{ men: 1, women: 19 }, /30 speakers, nearly all women\)/],
  [{ men: 10, women: 12 }, /30 speakers\)/],
  [{ men: undefined, women: undefined }, /30 speakers\)/],
  [{ reference: undefined }, /all men\)\.$/],
] as const)("with other figures the words change: %o", (changed, expected) => {
  const { corpus, speakers, men, women, reference, ...others } = { ...figures, ...changed };
  const known = Object.entries({ corpus, speakers, men, women, reference });
  const left = Object.fromEntries(known.filter(([, value]) => value !== undefined));
  expect(peopleWords({ ...others, ...left }, texts.en)).toMatch(expected);
});

test("what nobody measured is said to be so", () => {
  expect(peopleWords(undefined, texts.en)).toMatch(/has not been measured/);
  expect(peopleWords(undefined, texts.tr)).toMatch(/henüz ölçülmedi/);
  expect(peopleRows(undefined, texts.en)).toEqual([]);
});

test("a table has a row for each condition that was measured, and for the other model", () => {
  expect(peopleRows(figures, texts.en)).toEqual([
    {
      name: "Error rate on people (50 Common Voice recordings of 30 speakers, nearly all men)",
      value: "8.2% of letters, 25.4% of words",
    },
    {
      name: "Same recordings, with noise at 10 dB",
      value: "15.0% of letters, 40.0% of words",
    },
    { name: "Same recordings, telephone quality", value: "12.0% of letters, 35.0% of words" },
    {
      name: "Same recordings, transcribed by Whisper base",
      value: "10.4% of letters, 31.1% of words",
    },
  ]);
  expect(peopleRows(figures, texts.tr)[0]?.value).toBe("harflerde %8,2, kelimelerde %25,4");
});
