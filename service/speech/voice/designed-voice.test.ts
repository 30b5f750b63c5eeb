import { describe, expect, test } from "vitest";
import { designVoice } from "./designed-voice.ts";

describe("designVoice", () => {
  test("names who speaks and how", () => {
    const { speaker, manner, ignored } = designVoice("yaşlı, mor sesli bir erkek, yavaş konuşuyor");
    expect(speaker).toMatchObject({ kind: "designed", gender: "male", age: "old" });
    expect(manner.paceFactor).toBeLessThan(1);
    expect(ignored).toEqual(["mor"]);
  });

  test("the same description is the same person, whatever its case, spaces and marks", () => {
    const { seed } = designVoice("İnce sesli, genç bir kadın").speaker;
    expect(Number.isInteger(seed)).toBe(true);
    for (const same of ["ince sesli genç bir kadın", "  İNCE  SESLİ, GENÇ BİR KADIN!"]) {
      expect(designVoice(same).speaker.seed).toBe(seed);
    }
    expect(designVoice("ince sesli genç kadın").speaker.seed).not.toBe(seed);
  });

  test("an empty description is somebody, too", () => {
    expect(designVoice("").speaker).toMatchObject({ gender: undefined, age: undefined });
  });
});
