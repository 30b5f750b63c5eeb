import { describe, expect, test } from "vitest";
import { SentenceBuffer } from "./sentence-buffer.ts";

/** What leaves a buffer after each bit of a text. */
function taken(...bits: readonly string[]): readonly string[] {
  const buffer = new SentenceBuffer();
  return bits.map((bit) => {
    buffer.append(bit);
    return buffer.takeWhole().join("|").trim();
  });
}

describe("SentenceBuffer", () => {
  test.each([
    ["a sentence when a space follows it", ["Merhaba dünya.", " "], ["", "Merhaba dünya."]],
    ["sentences word by word", ["İyi", " misin", "? Ben", " iyi"], ["", "", "İyi misin?", ""]],
    ["several at once", ["Bir. İki! Üç? Dör"], ["Bir.| İki!| Üç?"]],
    ["a paragraph as a sentence", ["Başlık\n\nİlk"], ["Başlık"]],
    ["marks and quotes together", ['"Gel!" dedi'], ['"Gel!"']],
    ["no abbreviation as a sentence", ["Dr. Ahmet geldi. "], ["Dr. Ahmet geldi."]],
    ["no initial as a sentence", ["A. Kaya geldi", "."], ["", ""]],
    ["no ordinal as a sentence", ["Evi 3. katta", " değil. "], ["", "Evi 3. katta değil."]],
    [
      "a number at an end once the next word decides",
      ["Saat 5. ", "Son", "ra "],
      ["", "", "Saat 5."],
    ],
    ["no address or fraction", ["example.com 3.5 kg"], [""]],
    ["no pause before a lower-case word", ["Bak... şimdi "], [""]],
  ])("gives %s", (_title, bits, expected) => {
    expect(taken(...bits)).toEqual(expected);
  });

  test("a mark at the end of the text ends it in quiet alone", () => {
    const buffer = new SentenceBuffer();
    buffer.append("Merhaba dünya.");
    expect(buffer.takeWhole()).toEqual([]);
    expect(buffer.takeWholeInQuiet()).toEqual(["Merhaba dünya."]);
    buffer.append("Saat 5.");
    expect(buffer.takeWholeInQuiet()).toEqual([]);
    expect(buffer.takeAll()).toEqual(["Saat 5."]);
    buffer.append(" \n");
    expect(buffer.takeAll()).toEqual([" \n"]);
    expect(buffer.takeAll()).toEqual([]);
  });

  test("a long wait for the next word ends, and so does a row of possible ends", () => {
    const buffer = new SentenceBuffer();
    buffer.append(`Evi 3.${" ".repeat(60)}katta. Sonra `);
    expect(buffer.takeWhole()).toHaveLength(1);
    const many = new SentenceBuffer();
    many.append("Evet. ".repeat(250));
    const found = [1, 2, 3].map(() => many.takeWhole().length);
    expect(found).toEqual([100, 100, 50]);
  });

  // Judged again with every character, the first of these takes ten seconds.
  test.each([
    ["marks", ".".repeat(1500)],
    ["an end that waits for its next word", `Evi 3.${" ".repeat(49)}`.repeat(20)],
    ["lines", "\n ".repeat(500)],
  ])("takes %s character by character in no time", (_title, text) => {
    const buffer = new SentenceBuffer();
    const startedAtMs = performance.now();
    for (const character of text) {
      buffer.append(character);
      buffer.takeWhole();
    }
    expect(performance.now() - startedAtMs).toBeLessThan(2_000);
  });

  test("loses nothing of a text, however it is cut", () => {
    const text =
      "Dr. Ayşe 5. sınıfta. Saat 15.30'da geldi! Sonra vb. şeyler... Peki ya sonra? Bitti.";
    for (let size = 1; size < 12; size += 1) {
      const bits = text.match(new RegExp(`.{1,${size}}`, "gsu")) ?? [];
      const buffer = new SentenceBuffer();
      const out = bits.flatMap((bit) => {
        buffer.append(bit);
        return buffer.takeWhole();
      });
      expect([...out, ...buffer.takeAll()].join("")).toBe(text);
    }
  });
});
