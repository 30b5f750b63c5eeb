import { describe, expect, test } from "vitest";
import { WORD_PHONEMES } from "../letters.ts";
import { KOKORO_IPA } from "../spoken-ipa.ts";
import symbols from "./symbols.json" with { type: "json" };
import { tokenPieces, type TokenPiece } from "./token-pieces.ts";

const SYMBOL_OF = new Map(Object.entries(symbols).map(([symbol, number]) => [number, symbol]));
const written = ({ tokens }: TokenPiece) => tokens.map((token) => SYMBOL_OF.get(token)).join("");
const pieces = (...parameters: Parameters<typeof tokenPieces>) => [...tokenPieces(...parameters)];
const LONG =
  "Sabahın erken saatlerinde sahilde yürümek insanın içini ferahlatıyor ve bütün gün yetecek kadar güç veriyor, "
    .repeat(8)
    .trim();

test("every phoneme of a word has a number", () => {
  for (const phoneme of WORD_PHONEMES) {
    for (const sign of KOKORO_IPA.written[phoneme] ?? phoneme) expect(symbols).toHaveProperty(sign);
  }
});

describe("a text for Kokoro", () => {
  test("is a piece for each sentence, with the tokens of each word", () => {
    const text = "Merhaba dünya. Çok güzel, değil mi?";
    const all = pieces(text);
    expect(all.map(written)).toEqual(["mˈeɾhaba dˈynja.", "ʧˈok ɡyzˈel, dejˈil mi?"]);
    expect(all.map(({ endsSentence }) => endsSentence)).toEqual([true, true]);
    const words = all.flatMap((piece) =>
      piece.words.map(({ start, end, firstToken, endToken }) => [
        text.slice(start, end),
        written({ ...piece, tokens: piece.tokens.slice(firstToken, endToken) }),
      ]),
    );
    expect(words).toEqual([
      ["Merhaba", "mˈeɾhaba"],
      ["dünya", "dˈynja"],
      ["Çok", "ʧˈok"],
      ["güzel", "ɡyzˈel"],
      ["değil", "dejˈil"],
      ["mi", "mi"],
    ]);
  });

  test("begins with a short piece, and no piece is longer than the network likes", () => {
    const all = pieces(LONG);
    expect(all[0]!.tokens.length).toBeLessThanOrEqual(30);
    for (const [at, { tokens }] of all.entries()) {
      expect(tokens.length).toBeGreaterThan(0);
      expect(tokens.length).toBeLessThanOrEqual(Math.min(100, 30 * 2 ** at));
    }
    const words = all.flatMap(({ words: some }) => some);
    const spoken = words.map(({ start, end }) => LONG.slice(start, end)).join(" ");
    expect(spoken).toBe(LONG.replaceAll(",", ""));
  });

  test("is cut after a clause where there is one, and keeps the sign of its end", () => {
    const [first, second] = pieces("Hava çok güzel, hadi dışarı çıkıp biraz yürüyelim mi?");
    expect(written(first!)).toBe("havˈa ʧˈok ɡyzˈel,");
    expect(first!.endsSentence).toBe(false);
    expect(written(second!)).toMatch(/\?$/);
  });

  test("is cut into equal parts, with a comma, where there is no clause", () => {
    const all = pieces("Toplantı salonu üçüncü katta sağda.");
    expect(all.map(written).join("|")).toMatch(/^[^,]+,\|[^,]+\.$/);
    const [one, other] = all.map(({ tokens }) => tokens.length);
    expect(Math.abs(one! - other!)).toBeLessThan(10);
  });

  test("may have a word that is longer than a piece", () => {
    const all = pieces("a".repeat(240));
    expect(all.flatMap(({ words }) => words)).toHaveLength(1);
    expect(all.map(written).join("").replaceAll(",", "").replace("ˈ", "")).toBe(
      `${"a".repeat(240)}.`,
    );
  });

  test("at a slower speed has shorter pieces", () => {
    const lengths = pieces(LONG, { speed: 0.25 }).map(({ tokens }) => tokens.length);
    expect(Math.max(...lengths)).toBeLessThanOrEqual(30);
  });

  test("leaves out what has no sound, and ends as it did", () => {
    expect(pieces("Merhaba, Привет? 世界.").map(written)).toEqual(["mˈeɾhaba?"]);
    expect(pieces(" ... ")).toEqual([]);
  });

  test("is spoken as its pronunciations say", () => {
    const pronounced = [{ start: 0, end: 4, ipa: "ˈnejt" }];
    expect(pieces("Nate geldi.", { pronounced }).map(written)).toEqual(["nˈejt ɡeldˈi."]);
  });
});
