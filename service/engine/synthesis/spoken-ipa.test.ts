import { describe, expect, test } from "vitest";

import { ipaWords } from "./ipa.ts";
import { wordSounds } from "./letters.ts";
import { KOKORO_IPA, sentencesInIpa } from "./spoken-ipa.ts";

describe("a text in IPA", () => {
  test.each([
    ["Merhaba dünya.", "ˈmeɾhaba ˈdynja."],
    ["Lütfen, bugün orada bekleyin!", "ˈlytfen, ˈbuɟyn ˈoɾada becˈlejin!"],
    ["Kâr, hâlâ, hala, lale.", "ˈcaːɾ, haːˈlaː, ˈhaɫa, laːˈle."],
    ["Ağabey değil mi?", "ˈaːbej deˈjil mi?"],
    ["Memurun nadir hesabı tarihi.", "meːmuˈɾun naːˈdiɾ hesaːˈbɯ taːɾiːˈhi."],
    ["Dağ, ağaç, soğuk, eğitim.", "ˈdaː, ˈaːtʃ, soˈuk, ejiˈtim."],
    ["Bebek'te bir bebek var.", "ˈbebecte ˈbiɾ beˈbec ˈvaɾ."],
    ["Metal rol.", "meˈtal ˈɾol."],
  ])("%s is %s", (text, ipa) => {
    expect([...sentencesInIpa(text)]).toEqual([ipa]);
  });

  test("is written for Kokoro with the mark right before the vowel and without what it hears worse", () => {
    expect([...sentencesInIpa("Güzelce gelince, kaldı. Çocukça!", [], KOKORO_IPA)]).toEqual([
      "ɡyzˈelʤe ɡelˈinʤe, kaldˈɯ.",
      "ʧoʤˈukʧa!",
    ]);
  });

  test("can be sent back as the pronunciation of a word and is spoken the same", () => {
    for (const word of ["güzelce", "nadir", "ağaç", "kâğıt", "soğukta", "ordulaşıyor"]) {
      const [ipa = ""] = sentencesInIpa(word);
      const [read] = ipaWords(ipa.slice(0, -1));
      expect(read?.sounds.map(({ phoneme }) => phoneme)).toEqual(
        wordSounds(word).map(({ phoneme }) => phoneme),
      );
      expect(read?.stressed).toBeDefined();
    }
  });
});
