import { describe, expect, it } from "vitest";

import { phrases, SYMBOLS, type Phrase } from "./phrase.ts";

/** Writes a phrase as one line: a space before each word, ˈ before each stressed vowel. */
function written({ symbols, marks }: Phrase): string {
  const spoken = symbols.map((symbol, at) => {
    const mark = marks[at] ?? 0;
    return `${mark & 2 ? " " : ""}${mark & 1 ? "ˈ" : ""}${SYMBOLS[symbol - 1]}`;
  });
  return spoken.join("").trim();
}

describe("phrases", () => {
  it.each([
    ["Merhaba dünya.", "mˈeɾhaba dˈynja."],
    ["Ağaç dağda.", "ˈaˈatʃ daadˈa."],
    ["Doğru değil mi?", "dooɾˈu dejˈil mi?"],
    ["Soğuk, öğle!", "soˈuk, øølˈe!"],
    ["İğne ve iplik.", "ijnˈe| ve iplˈic."],
    ["Kâğıt, kar, lâle, yol.", "caaˈɯt, kˈaɾ, laalˈe, jˈoɫ."],
    ["IŞIK İYİ", "ɯʃˈɯk ijˈi."],
    ["Ankara'ya gelmiyorum.", "ˈankaɾaja ɟˈelmijoɾum."],
    ["Taksi, fax.", "tˈaksi, fˈaks."],
  ])("reads %s as %s", (text, expected) => {
    expect(Array.from(phrases(text), written)).toEqual([expected]);
  });

  it("gives one phrase a sentence and none for what has no letters", () => {
    expect([...phrases("Bir. İki! Üç? ...")]).toHaveLength(3);
    expect([...phrases(" .,- 12 ")]).toEqual([]);
  });

  it("speaks a sentence without end in parts, cut between clauses or words, and none of it is lost", () => {
    const words = "bu cümle hiç bitmeden uzayıp gidiyor ".repeat(400);
    for (const text of [words, `${words}?`, words.replaceAll("hiç ", "hiç, "), "a".repeat(9000)]) {
      const parts = [...phrases(text)];
      expect(Math.max(...parts.map(({ symbols }) => symbols.length))).toBeLessThan(700);
      const one = (whole: readonly Phrase[]) =>
        whole
          .map(written)
          .join("")
          .replaceAll(/[,. ?ˈ]/gu, "");
      const word = text.startsWith("a") ? "a" : "bu";
      expect(one(parts).length).toBeGreaterThan(text.replaceAll(/\P{L}/gu, "").length * 0.9);
      expect(one(parts).startsWith(one([...phrases(word)]))).toBe(true);
    }
  });

  it("lets the melody of the last clause alone follow the question mark", () => {
    const [question] = phrases("Geldi, duydun mu?");
    const ends = new Set(question?.marks.map((mark) => mark >> 2));
    expect([...ends]).toEqual([0, 2]);
  });

  it("counts the progress of each clause from 0 to 1", () => {
    const [phrase] = phrases("Ev, at.");
    expect(phrase?.progress).toEqual([0, 0.5, 1, 0, 0.5, 1]);
  });

  it.each([
    ["nato", "neɪto", "NATO'ya git.", "nejtojˈa ɟˈit."],
    ["nato", "ˈneɪto", "NATO'ya git.", "nˈejtoja ɟˈit."],
    ["nato", "nˈɑː.to", "Bir NATO, iki.", "bˈiɾ nˈaˈato, icˈi."],
    ["nato", "ʃ", "NATO mu?", "ʃ mu?"],
    ["ato", "ata", "NATO'nun.", "natanˈun."],
  ])("reads %s as /%s/ in %s", (word, ipa, text, expected) => {
    const start = text.toLocaleLowerCase("tr").indexOf(word);
    const pronounced = [{ start, end: start + word.length, ipa }];
    expect(Array.from(phrases(text, pronounced), written)).toEqual([expected]);
  });
});

describe("phrases of 10,000 characters", () => {
  it.each(["a", "ma", "lala ", "Kanadada ", "gelmeyeceklermiş ", "Ahmet! ", "a'b "])(
    "of %s are found in little time",
    (part) => {
      const began = process.cpuUsage();
      expect([...phrases(part.repeat(10_000 / part.length))].length).toBeGreaterThan(0);
      expect(process.cpuUsage(began).user).toBeLessThan(1_000_000);
    },
  );
});
