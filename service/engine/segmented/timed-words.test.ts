import { describe, expect, it } from "vitest";
import { timedWords } from "./timed-words.ts";

const segment = { start: 10, seconds: 2 };

describe("timedWords", () => {
  it("joins tokens that begin with a space, or follow one, to words", () => {
    const heard = {
      text: "Merhaba dünya",
      tokens: [" Mer", "haba", " ", "dün", "ya"],
      timestamps: [0.2, 0.4, 0.8, 1, 1.2],
      logProbabilities: [Math.log(0.5), Math.log(0.5), 0, 0, Math.log(0.9)],
    };
    const words = timedWords(heard, segment);
    expect(words.map(({ text, start }) => [text, start])).toEqual([
      ["merhaba", 10.2],
      ["dünya", 11],
    ]);
    expect(words[0]!.end).toBeCloseTo(10.52);
    expect(words[1]!.end).toBeCloseTo(11.32);
    expect(words.map(({ confidence }) => confidence)).toEqual([
      expect.closeTo(0.25),
      expect.closeTo(0.9),
    ]);
  });

  it("puts words by their length where the model does not say when they were", () => {
    const heard = { text: " İyi akşamlar.", tokens: [], timestamps: [], logProbabilities: [] };
    const [first, second] = timedWords(heard, segment);
    const between = 10 + (2 * 3) / 11;
    expect(first).toEqual({ text: "iyi", written: "İyi", start: 10, end: between, confidence: 1 });
    expect(second).toEqual({
      text: "akşamlar",
      written: "akşamlar.",
      start: between,
      end: 12,
      confidence: 1,
    });
  });

  it("takes letters that lie in two tokens from the text, and marks to their words", () => {
    const heard = {
      text: "Dağ, yol.",
      tokens: ["Da", "<0xC4>", "<0x9F>", ",", " yol", "."],
      timestamps: [0, 0.1, 0.2, 0.3, 0.5, 0.6],
      logProbabilities: [],
    };
    const words = timedWords(heard, segment);
    expect(words.map(({ text, written, start }) => [text, written, start])).toEqual([
      ["dağ", "Dağ,", 10],
      ["yol", "yol.", 10.5],
    ]);
  });

  it("leaves out marks that stand alone, whose word ends where the next one begins", () => {
    const heard = {
      text: "Ev – yol – son",
      tokens: [" Ev", " –", " yol", " –", " son"],
      timestamps: [0, 0.05, 0.1, 0.15, 1],
      logProbabilities: [],
    };
    const words = timedWords(heard, segment);
    expect(words.map(({ text, start, end }) => [text, start, end])).toEqual([
      ["ev", 10, expect.closeTo(10.1)],
      ["yol", 10.1, expect.closeTo(10.22)],
      ["son", 11, expect.closeTo(11.12)],
    ]);
  });

  it("gives no words where nothing was heard", () => {
    expect(
      timedWords({ text: "", tokens: [], timestamps: [], logProbabilities: [] }, segment),
    ).toEqual([]);
    expect(
      timedWords(
        { text: " . ", tokens: [" ", "."], timestamps: [0, 1], logProbabilities: [] },
        segment,
      ),
    ).toEqual([]);
  });
});
