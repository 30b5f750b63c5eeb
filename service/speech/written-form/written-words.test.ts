import { ALPHABET } from "#turkish/alphabet.ts";
import { readFileSync } from "node:fs";
import { describe, expect, test, vi } from "vitest";

import { SENTENCE_PAUSE_SECONDS, sentencesOf, type TimedWord } from "./sentences.ts";
import { textOf, writtenWords } from "./written-words.ts";

interface Case {
  /** Lower-case words; a bar stands for a pause. */
  readonly heard: string;
  readonly written: string;
}

const TABLES = ["names", "ordinary-words", "questions", "statements", "dates-and-pauses"];
const WORD_SECONDS = 0.3;
const GAP_SECONDS = 0.05;
/** Thousands of sentences take a second or two where nothing else runs. */
const LOADED_MACHINE_MS = 60_000;

vi.setConfig({ testTimeout: LOADED_MACHINE_MS });

function heardWords(heard: string): readonly TimedWord[] {
  let start = 0;
  return heard.split(" | ").flatMap((part, index) => {
    if (index > 0) start += SENTENCE_PAUSE_SECONDS;
    return part.split(" ").map((text) => {
      const word = { text, start, end: start + WORD_SECONDS };
      start = word.end + GAP_SECONDS;
      return word;
    });
  });
}

const partial = (words: readonly TimedWord[]) => textOf(writtenWords(words, { isComplete: false }));
const complete = (words: readonly TimedWord[]) => textOf(writtenWords(words, { isComplete: true }));
const bare = (text: string) => text.toLocaleLowerCase("tr").replace(/['.?]/g, "");

function casesOf(table: string): readonly Case[] {
  const file = new URL(`../../../fixtures/written-form/${table}.json`, import.meta.url);
  return JSON.parse(readFileSync(file, "utf8")) as readonly Case[];
}

describe.each(TABLES)("writtenWords: %s", (table) => {
  test.each(casesOf(table))("writes $written", ({ heard, written }) => {
    expect(complete(heardWords(heard))).toBe(written);
  });
});

/** A small generator with a fixed seed (mulberry32), so that a failure can be repeated. */
function seeded(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

describe("writtenWords", () => {
  test("keeps every word and its order, whatever the words are", () => {
    const letters = Array.from(`${ALPHABET}âîû`);
    const known = TABLES.flatMap(casesOf).flatMap(({ heard }) => heard.split(/[ |]+/));
    const below = seeded(20_261_121);
    const random = () => Array.from({ length: 1 + below(9) }, () => letters[below(32)]).join("");
    for (let round = 0; round < 2000; round += 1) {
      const texts = Array.from({ length: 1 + below(12) }, () => {
        const word = known[below(known.length)] ?? "";
        const kind = below(3);
        if (kind === 0) return random();
        return kind === 1 ? word : word + random().slice(0, 3);
      });
      const pauses = texts.map((text) => (below(6) === 0 ? `| ${text}` : text)).join(" ");
      const words = heardWords(pauses.replace(/^\| /, ""));
      const written = writtenWords(words, { isComplete: below(2) === 0 });
      expect(bare(textOf(written))).toBe(texts.join(" "));
      expect(written.map(({ start, end }) => [start, end])).toEqual(
        words.map(({ start, end }) => [start, end]),
      );
    }
  });

  test("a partial has its capital and its names, and no mark before its end", () => {
    const words = heardWords("merhaba | yarın ankarada mısın");
    expect(words.map((_, at) => partial(words.slice(0, at + 1)))).toEqual([
      "Merhaba",
      "Merhaba. Yarın",
      "Merhaba. Yarın Ankara'da",
      "Merhaba. Yarın Ankara'da mısın",
    ]);
    expect(complete(words)).toBe("Merhaba. Yarın Ankara'da mısın?");
  });

  test("a sentence that has ended stays as it is when more is heard", () => {
    for (const { heard } of TABLES.flatMap(casesOf)) {
      const ended = complete(heardWords(heard));
      const more = partial(heardWords(`${heard} | ${heard}`));
      expect(more.startsWith(`${ended} `)).toBe(true);
    }
  });

  test.each([
    ["geldim", "Geldim. Ben"],
    ["gidiyoruz", "Gidiyoruz. Ben"],
    ["nasılsınız", "Nasılsınız? Ben"],
    ["şimdi", "Şimdi ben"],
    ["hayatı", "Hayatı ben"],
    ["gelecek", "Gelecek ben"],
    ["bir", "Bir ben"],
  ])("a short pause ends a sentence behind a verb alone: %s", (text, written) => {
    const words = [
      { text, start: 0, end: 0.5 },
      { text: "ben", start: 0.78, end: 1 },
    ];
    expect(partial(words)).toBe(written);
  });

  test("nothing heard is nothing written", () => {
    expect(complete([])).toBe("");
    expect(partial([])).toBe("");
  });

  test("leaves the marks and capitals of a model that writes its own", () => {
    expect(complete(heardWords("Merhaba Dünya!"))).toBe("Merhaba Dünya!");
  });

  test("parts a model's own marks from its words, and cuts sentences at them", () => {
    const own = ["“Ali,", "nerede", "misin?”", "dedi", "ayşe."].map((written, at) => ({
      text: written.toLocaleLowerCase("tr").replaceAll(/[^\p{L}]/gu, ""),
      written,
      start: at,
      end: at + WORD_SECONDS,
    }));
    const words = writtenWords(own, { isComplete: true });
    expect(words.map(({ text, mark }) => [text, mark])).toEqual([
      ["“Ali", ","],
      ["nerede", ""],
      ["misin", "?”"],
      ["dedi", ""],
      ["ayşe", "."],
    ]);
    expect(textOf(words)).toBe("“Ali, nerede misin?” dedi ayşe.");
    expect(sentencesOf(own).map(({ length }) => length)).toEqual([3, 2]);
  });
});
