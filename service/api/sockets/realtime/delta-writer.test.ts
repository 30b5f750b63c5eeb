import { expect, test } from "vitest";
import { DeltaWriter } from "./delta-writer.ts";

test.each([
  [
    "words that two partials agree on, then the rest",
    ["Mer", "Merhaba dün", "Merhaba dünya nasıl", "Merhaba dünya nasılsın"],
    "Merhaba dünya nasılsın?",
    ["", "", "Merhaba", " dünya", " nasılsın?"],
  ],
  [
    "nothing but the settled text when partials disagree",
    ["On iki", "12 Mart"],
    "12 Mart.",
    ["", "", "12 Mart."],
  ],
  [
    "the words that follow when a mark has come in between",
    ["evet ama sonra", "evet ama sonra", "evet ama sonra gel"],
    "Evet, ama sonra gel.",
    ["", "evet ama", " sonra", " gel."],
  ],
])("writes %s", (_title, partials, settled, expected) => {
  const writer = new DeltaWriter();
  const deltas = partials.map((text) => writer.partial(text));
  expect([...deltas, writer.complete(settled)]).toEqual(expected);
});

test("parts segments by a space", () => {
  const writer = new DeltaWriter();
  expect(writer.complete("Bir.")).toBe("Bir.");
  expect(writer.partial("İki üç")).toBe("");
  expect(writer.partial("İki üç")).toBe(" İki");
  expect(writer.complete("İki üç.")).toBe(" üç.");
  expect(writer.complete("")).toBe("");
});
