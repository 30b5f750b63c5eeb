import { codePoints } from "#schema-reader/code-points.ts";
import type { DemoContent } from "../frame/content.ts";
import type { SpeechRequest } from "../take/take.ts";

/** The fields of the form. */
export interface SpeechForm {
  readonly text: string;
  /** Model id and voice name, separated by a space. */
  readonly choice: string;
  readonly speed: number;
  /** A word and how it is said; not sent while either is blank. */
  readonly word: string;
  readonly alias: string;
}

/** Returns the initial form, with the default model's first voice. */
export function initialForm({ models }: DemoContent, text: string): SpeechForm {
  const [choice = ""] = models.flatMap(({ id, voices }) =>
    voices.map(({ name }) => `${id} ${name}`),
  );
  return { text, choice, speed: 1, word: "", alias: "" };
}

/** Returns the voice that is chosen; undefined while there is none. */
export function chosenVoice({ choice }: SpeechForm, { models }: DemoContent) {
  return models
    .flatMap(({ id, voices }) =>
      voices.map((voice) => ({ ...voice, choice: `${id} ${voice.name}` })),
    )
    .find((voice) => voice.choice === choice);
}

/** Returns whether a form can be spoken. */
export function isSpeakable({ text, choice }: SpeechForm, maxCharacters: number): boolean {
  return choice !== "" && text.trim() !== "" && codePoints(text) <= maxCharacters;
}

/** Returns the request for a form. */
export function speechRequestOf(form: SpeechForm, { models }: DemoContent): SpeechRequest {
  const [model = "", voice = ""] = form.choice.split(" ");
  const [word, alias] = [form.word.trim(), form.alias.trim()];
  return {
    fields: {
      model,
      voice,
      input: form.text,
      speed: form.speed,
      ...(word !== "" && alias !== "" && { pronunciations: [{ word, alias }] }),
    },
    sampleRate: models.find(({ id }) => id === model)?.sampleRate ?? 48_000,
  };
}
