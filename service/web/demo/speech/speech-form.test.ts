import { describe, expect, test } from "vitest";
import type { DemoContent } from "../frame/content.ts";
import { chosenVoice, initialForm, isSpeakable, speechRequestOf } from "./speech-form.ts";

const content: DemoContent = {
  page: "demo",
  models: [
    { id: "synth-v2", sampleRate: 48_000, designs: true, isDirected: true, voices: [] },
    {
      id: "synth-v1",
      sampleRate: 24_000,
      designs: false,
      isDirected: false,
      voices: [{ name: "ayla", gender: "female", age: "young", sample: "/ayla.mp3" }],
    },
  ],
  hasWordTimes: true,
  people: undefined,
  limits: { uploadBytes: 1, inputCharacters: 3, directionCharacters: 1, voiceNameCharacters: 1 },
};
const form = initialForm(content, "Bir");

test("the first voice there is, is chosen", () => {
  expect(form.choice).toBe("synth-v1 ayla");
  expect(chosenVoice(form, content)).toMatchObject({ name: "ayla", sample: "/ayla.mp3" });
  expect(initialForm({ ...content, models: [] }, "").choice).toBe("");
  expect(chosenVoice({ ...form, choice: "" }, content)).toBeUndefined();
});

test("a text can be spoken that is neither blank nor too long", () => {
  expect(isSpeakable(form, 3)).toBe(true);
  expect(isSpeakable({ ...form, text: "𝄞𝄞𝄞" }, 3)).toBe(true);
  expect(isSpeakable({ ...form, text: "Dört" }, 3)).toBe(false);
  expect(isSpeakable({ ...form, text: " \n" }, 3)).toBe(false);
  expect(isSpeakable({ ...form, choice: "" }, 3)).toBe(false);
});

describe("the request", () => {
  test("names model, voice and speed, and has the model's rate", () => {
    expect(speechRequestOf({ ...form, speed: 1.5 }, content)).toEqual({
      fields: { model: "synth-v1", voice: "ayla", input: "Bir", speed: 1.5 },
      sampleRate: 24_000,
    });
  });

  test("has a pronunciation that is whole", () => {
    const fieldsOf = (word: string, alias: string) =>
      speechRequestOf({ ...form, word, alias }, content).fields;
    expect(fieldsOf("GitHub ", "githab")).toMatchObject({
      pronunciations: [{ word: "GitHub", alias: "githab" }],
    });
    expect(fieldsOf("GitHub", " ")).not.toHaveProperty("pronunciations");
  });
});
