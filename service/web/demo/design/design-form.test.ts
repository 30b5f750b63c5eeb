import { expect, test } from "vitest";
import { designRequestOf, flawOf } from "./design-form.ts";

const model = { id: "synth-v2", sampleRate: 48_000, designs: true, isDirected: true, voices: [] };
const form = { description: " genç bir kadın ", directions: "", text: "Merhaba." };

test("a request describes the voice, and directions lead the text", () => {
  expect(designRequestOf(form, model)).toEqual({
    fields: { model: "synth-v2", voice_description: "genç bir kadın", input: "Merhaba." },
    sampleRate: 48_000,
  });
  expect(designRequestOf({ ...form, directions: "yavaş " }, model).fields).toMatchObject({
    input: "(yavaş) Merhaba.",
  });
});

test.each([
  ["genç", true, undefined],
  ["", true, "missing"],
  ["  ", false, undefined],
  ["genç (kadın", true, "parentheses"],
  ["yavaş)", false, "parentheses"],
])("%j: %s %s", (words, isNeeded, flaw) => {
  expect(flawOf(words, isNeeded)).toBe(flaw);
});
