import { describe, expect, it, test } from "vitest";

import { WORD_LISTS } from "../words/word-lists.ts";
import { isPerson, nameRoot, stressedSyllable } from "./stress.ts";
import { syllableStarts } from "./syllables.ts";

/** Words with their stressed syllable in capitals, by the rule that they are examples of. */
const BY_RULE: Readonly<Record<string, string>> = {
  "the last syllable, with its endings":
    "evLER evleRİM evlerimDE evlerimdeKİ okuLUN defterlerimizDEN yürüyeCEK dükkanLAR geLEN bilGİ araştırMA kitabıNI kapıCI tuzLUK bardaklarıNIZ",
  "the syllable before denial":
    "GELmedi SORmadık anLAmadı bekLEmeyecek çaLIŞmıyor uYUmadan söyLEmesin GÖRmemişti isTEmeyerek DUYmayınca OLmamalı buLUNmayan koNUŞmayın",
  "denial in the aorist": "bilMEZ sevMEZdi yapMAyız gelMEM olMAZsa bilMEZsek",
  "a tense": "baKIyor oKUyor söyLÜyorum biLİyordu geLİyorlar konuŞUyorsa yaZIyormuş düşüNÜyorsunuz",
  "an ending of its own stress":
    "koŞArak bekleYErek geLİNce anlaYINca durMAKsızın görSEne baKIver düŞÜverdi baKAkaldı giDElim yaZAyım",
  "what stands before person, past and condition":
    "biLİrim yaZARsın aLIRdık oLURsa gelMİŞsin görMÜŞtü yapaCAKtı yapaCAKtır göreCEğim geleCEKsiniz bilirLERse yapmaLIyım geldiLERse çıkarDI geçirDİK",
  "what stands before the copula":
    "evDEYdi güZELdi kiTAPtı hasTAyım öğretMENdir zorunDAyız dokTORmuş yolDAYken çoCUKken VARdı YOKsa kiTAPtır iYİYse arkaDAŞsa dördÜ yarDIM çaDIR",
  "what stands before with and adverbs":
    "TRENle kaPIYla dostlaRIYla yaVAŞça TÜRKçe akılLIca saBAHleyin çoCUKcasına saatLERce öğretMENce düşünCE eğlenCE",
  "the first part of a compound":
    "KAYbeder BAHsetti HİSsedilen AFfetti SABret milleTİ yöneTİR GÖZaltı YILdönümü liSANSüstü",
  "a listed word, with its endings":
    "LÜTfen KALben tesaDÜfen trenDEN BUgün BAzen ZAten Orada Oradakiler BAŞbakan BAŞbakanın fabRİka fabRİkalarda poliTİka masalI MAsada KAPkara MASmavi TERtemiz",
};

/** As `BY_RULE`, of words that are written as names. */
const NAMES =
  "ANkara anTALya saPANca kaNAda beŞİKtaş LONdra kırgızisTAN pakisTAN AKsaray TAKsim kaDIköy bosTANcı alaBAma neVAda MANdela toYOta BEbek çaNAKkale süleyMAniye kumhaNE ayŞE ahMET mehMET fatMA BERlinli İZmirli viYAnalı belÇİkalı denİZli kandİLli büYÜKkışla esKİşehir";

function words(text: string): (readonly [string, number])[] {
  return text.split(" ").map((marked) => {
    const word = marked.toLocaleLowerCase("tr");
    const capital = Array.from(marked).findIndex((letter) => /[AEIİOÖUÜ]/u.test(letter));
    return [word, syllableStarts(word.slice(0, capital + 1)).length - 1];
  });
}

describe.each(Object.entries(BY_RULE))("stresses %s", (_, text) => {
  it.each(words(text))("in %s: syllable %i", (word, syllable) => {
    expect(stressedSyllable(word)).toBe(syllable);
  });
});

describe("stresses names", () => {
  it.each(words(NAMES))("%s on syllable %i", (word, syllable) => {
    expect(stressedSyllable(word, { name: word })).toBe(syllable);
  });

  it("are known by their apostrophe, and have their stress with every ending", () => {
    const stressOf = (word: string) => stressedSyllable(word, { name: nameRoot(word, true) });
    expect(stressOf("serdivan'daki")).toBe(0);
    expect(stressOf("ordu'dan")).toBe(0);
    expect(stressedSyllable("ordudan")).toBe(2);
    expect(stressedSyllable("elma'ya")).toBe(2);
    expect(stressedSyllable("ankara'dan")).toBe(0);
  });

  it("that are called, on the syllable before the last", () => {
    expect(isPerson("mehmet")).toBe(true);
    expect(stressedSyllable("mehmet", { isCalled: true })).toBe(0);
    expect(stressedSyllable("zeynep")).toBe(1);
  });

  it("and takes no common word for one", () => {
    expect(["meclisi", "büyük", "kanada", "toyota"].map((word) => nameRoot(word))).toEqual([
      "",
      "",
      "kanada",
      "toyota",
    ]);
  });
});

describe("stresses by what stands around", () => {
  it("denies an order where a clause ends, and names a deed elsewhere", () => {
    expect(stressedSyllable("korkma", { endsClause: true })).toBe(0);
    expect(stressedSyllable("korkma")).toBe(1);
    expect(stressedSyllable("dondurma", { endsClause: true })).toBe(2);
  });

  it.each(["mi", "mısınız", "müydü", "ve", "de", "ki", "krk"])("%s not at all", (word) => {
    expect(stressedSyllable(word)).toBeUndefined();
  });
});

test("all but what Wiktionary's editors marked by mistake is stressed as they have it", () => {
  const { stressed, stressedNames } = WORD_LISTS;
  const wrong = [
    ...[...stressed].filter(([word, syllable]) => stressedSyllable(word) !== syllable),
    ...[...stressedNames].filter(
      ([word, syllable]) => stressedSyllable(word, { name: word }) !== syllable,
    ),
  ];
  expect(wrong.length).toBeLessThanOrEqual(0.01 * (stressed.size + stressedNames.size));
});

describe("is found in a time that grows with the word alone", () => {
  it.each(["a", "ma", "ler", "yor", "lala", "ince", "acak", "memek", "ıldıt"])("of %s", (part) => {
    const began = process.cpuUsage();
    for (let length = 1; length <= 40; length += 1) stressedSyllable(part.repeat(length));
    stressedSyllable(part.repeat(5_000));
    expect(process.cpuUsage(began).user).toBeLessThan(500_000);
  });
});
